import { GiveUpVisit } from '../../domain/errors.ts';
import { typeOf } from '../../url/file-types.ts';
import { bareHost } from '../../url/parse.ts';
import { accepted, headerOf, isPageType } from '../network/answer-rules.ts';
import type { FileRequest } from './ask-file.ts';

/**
 * Asks whether a page is at an address, as far as the head of its answer tells: the body is not read, and redirects are not
 * followed.
 *
 * @throws RetryVisit if the server does not answer, HostBusy if it is busy, RefusedVisit if it may not be asked
 */
export async function isPageAt(url: URL, { client, userAgent, now }: FileRequest & { readonly now: () => number }) {
  const headers = { 'user-agent': userAgent, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const answer = await client.fetch({ url: url.href, headers, maxBytes: 0 });
  try {
    accepted(bareHost(url), answer.status, answer.headers, now);
  } catch (error) {
    if (!(error instanceof GiveUpVisit)) throw error;
  }
  const isPage = answer.status === 200 && isPageType(typeOf(headerOf(answer.headers, 'content-type')));
  return { isPage, askedAt: answer.askedAt };
}
