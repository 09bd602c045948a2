import type { Validators } from '../../domain/page.ts';
import { bareHost } from '../../url/parse.ts';
import { accepted } from '../network/answer-rules.ts';
import type { HttpClient } from './http-client.ts';

interface AskAgain {
  readonly client: HttpClient;
  readonly userAgent: string;
  readonly now: () => number;
}

/**
 * Asks whether a document is as it was (If-None-Match, If-Modified-Since; RFC 9110, §13.1): one small request without a
 * browser. What it is by now is not read, and redirects are not followed.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, HostBusy if it is busy
 */
export async function askAgain(url: string, validators: Validators, { client, userAgent, now }: AskAgain) {
  const { etag, lastModified } = validators;
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en-US',
    ...(etag === '' ? {} : { 'if-none-match': etag }),
    ...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
  };
  const answer = await client.fetch({ url, headers, maxBytes: 1 });
  if (answer.status === 429 || answer.status >= 500)
    accepted(bareHost(new URL(url)), answer.status, answer.headers, now);
  return { isSame: answer.status === 304, askedAt: answer.askedAt };
}
