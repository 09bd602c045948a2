import { MOST_FILE_BYTES, unpacked } from '../files/read-file.ts';
import { type SitemapEntry, sitemapEntries } from '../files/sitemap.ts';
import { headerOf } from '../network/answer-rules.ts';
import { askFile, type FileRequest } from './ask-file.ts';

/**
 * Asks for a sitemap, compressed or not: its entries. Undefined where the server has none there.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, RefusedVisit if it may not be asked
 */
export async function askSitemap(url: URL, request: FileRequest): Promise<AsyncIterable<SitemapEntry> | undefined> {
  const { answer } = await askFile(url, MOST_FILE_BYTES, 'application/xml,text/xml,*/*;q=0.8', request);
  if (answer.status !== 200) return undefined;
  const { bytes, isCutOff } = await unpacked(answer.body);
  const contentType = headerOf(answer.headers, 'content-type');
  return sitemapEntries({ url: answer.url, contentType, bytes, isCutOff: isCutOff || answer.isCutOff });
}
