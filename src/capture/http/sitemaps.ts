import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import type { Captured } from '../../domain/page.ts';
import type { Capture, Target } from '../capture.ts';
import { MOST_FILE_BYTES, unpacked } from '../files/read-file.ts';
import { type SitemapEntry, sitemapEntries } from '../files/sitemap.ts';
import { headerOf } from '../network/answer-rules.ts';
import { isUnread } from '../network/visit-error.ts';
import { askFile, type FileRequest } from './ask-server.ts';

/**
 * Requests a sitemap, compressed or not, and returns its entries; undefined if the server has none there.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, RefusedVisit if the guard forbids the server
 */
export async function askSitemap(url: URL, request: FileRequest): Promise<AsyncIterable<SitemapEntry> | undefined> {
  const { answer } = await askFile(url, MOST_FILE_BYTES, 'application/xml,text/xml,*/*;q=0.8', request);
  if (answer.status !== 200) return undefined;
  const { bytes, isCutOff } = await unpacked(answer.body);
  const contentType = headerOf(answer.headers, 'content-type');
  return sitemapEntries({ url: answer.url, contentType, bytes, isCutOff: isCutOff || answer.isCutOff });
}

/** Limit of found sitemaps kept until their visit, each with up to as many links as a file may have. */
const MOST_KEPT = 20;

/**
 * Looks for sitemaps at usual addresses, by plain requests. Keeps a found sitemap for its visit, so that the server is
 * asked only once.
 */
export class SoughtSitemaps implements Capture {
  readonly #capture: Capture;
  readonly #plain: Capture;
  readonly #kept = new Map<string, Captured>();

  /** @param plain captures without a browser, after waiting for the host schedule */
  constructor(capture: Capture, plain: Capture) {
    this.#capture = capture;
    this.#plain = plain;
  }

  /** Tells whether an address has a sitemap with links. False if the server does not answer or the wait is too long. */
  async seek(target: Target): Promise<boolean> {
    const captured = await this.#plain.read(target).catch((error: unknown) => this.#secondTry(target, error));
    const isThere = captured?.kind === 'file' && captured.links.some(({ technique }) => technique === 'sitemap');
    if (isThere && this.#kept.size < MOST_KEPT) this.#kept.set(target.url, captured);
    return isThere;
  }

  /** Repeats a request in the browser if the server's answer could not be read. */
  async #secondTry(target: Target, error: unknown): Promise<Captured | undefined> {
    const isFailure = error instanceof RetryVisit || error instanceof GiveUpVisit;
    if (!isFailure) throw error;
    if (this.#capture === this.#plain || !isUnread(error)) return undefined;
    return await this.#capture.read(target).catch(() => undefined);
  }

  async start(): Promise<void> {
    await this.#capture.start();
  }

  async read(target: Target): Promise<Captured> {
    const kept = this.#kept.get(target.url);
    this.#kept.delete(target.url);
    return kept ?? (await this.#capture.read(target));
  }

  async close(): Promise<void> {
    this.#kept.clear();
    await this.#capture.close();
  }
}
