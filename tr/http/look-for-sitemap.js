import { GiveUpVisit, RetryVisit } from '../../domain/errors.js';
import { decodeAs } from '../encoding/decoders.js';
import { VisitPace } from '../network/visit-pace.js';
import { askFile } from './ask-file.js';
/** Bytes that tell whether it is a sitemap or an index of them. */
const BEGINNING = 4096;
const IS_SITEMAP = /<(?:[\w-]+:)?(?:urlset|sitemapindex)[\s>]/;
/**
 * Whether a server has a sitemap at an address, though nobody names one there: its beginning is asked for, in its host's
 * turn. No where the turn would come too late, or the server does not answer.
 */
export async function lookForSitemap(url, turns, request) {
    if ((await new VisitPace(turns).document(url)) !== undefined)
        return false;
    try {
        const { answer } = await askFile(url, BEGINNING, 'application/xml,text/xml,*/*;q=0.8', request);
        return answer.status === 200 && IS_SITEMAP.test(decodeAs(answer.body, 'utf-8'));
    }
    catch (error) {
        if (error instanceof RetryVisit || error instanceof GiveUpVisit)
            return false;
        throw error;
    }
}
//# sourceMappingURL=look-for-sitemap.js.map