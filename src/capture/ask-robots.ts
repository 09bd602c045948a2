import { retryAfter } from './answer-rules.ts';
import { askFile, type FileRequest } from './ask-file.ts';
import { decodeAs } from './decoders.ts';

/** What a server answered to the request for its robots.txt, redirects followed. */
export interface RobotsAnswer {
  readonly status: number;
  readonly text: string;
  /** When the server itself was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Milliseconds to wait, where the server said so. */
  readonly retryAfter: number | undefined;
}

export interface RobotsRequest extends FileRequest {
  readonly now: () => number;
}

/**
 * Asks for a robots.txt file, and reads no more than so many bytes of it.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
 */
export async function askRobots(url: URL, mostBytes: number, request: RobotsRequest): Promise<RobotsAnswer> {
  const { answer, askedAt } = await askFile(url, mostBytes, 'text/plain,*/*;q=0.8', request);
  const text = decodeAs(answer.body, 'utf-8');
  return { status: answer.status, text, askedAt, retryAfter: retryAfter(answer.headers, request.now()) };
}
