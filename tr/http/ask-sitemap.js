import { gunzipSync } from 'node:zlib';
import { decodeAs } from '../encoding/decoders.js';
import { askFile } from './ask-file.js';
/** Largest sitemap (sitemaps.org): 50 MB, uncompressed. */
const MOST_BYTES = 52_428_800;
/**
 * Asks for a sitemap, compressed or not. Undefined where the server has none there.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, RefusedVisit if it may not be asked
 */
export async function askSitemap(url, request) {
    const { answer } = await askFile(url, MOST_BYTES, 'application/xml,text/xml,*/*;q=0.8', request);
    if (answer.status !== 200)
        return undefined;
    const isPacked = answer.body[0] === 0x1f && answer.body[1] === 0x8b;
    if (!isPacked)
        return decodeAs(answer.body, 'utf-8');
    try {
        return decodeAs(gunzipSync(answer.body, { maxOutputLength: MOST_BYTES }), 'utf-8');
    }
    catch {
        return undefined;
    }
}
//# sourceMappingURL=ask-sitemap.js.map