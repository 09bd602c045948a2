import type { RobotsAnswer } from '../capture/http/ask-server.ts';
import { setCapped } from '../domain/capped-map.ts';
import { HostBusy, HostTrouble, HostUnreachable, RetryVisit } from '../domain/errors.ts';
import { MOST_OCTETS, parseRobots, type RobotsRules } from '../frontier/hosts/robots.ts';
import type { Store } from '../storage/open.ts';
import { robotsQueries } from '../storage/seeds.ts';
import { bareHost, parseUrl } from '../url/parse.ts';

/** Milliseconds that a robots.txt file is valid (RFC 9309, §2.4). */
const A_DAY = 86_400_000;
/** Maximum obeyed `Crawl-delay`, in seconds. */
const LONGEST_CRAWL_DELAY = 30;
/** Maximum number of files in memory, and of hosts with a known `Crawl-delay`. */
const MOST_KEPT = 1000;

interface RobotsCacheOptions {
  readonly store: Store;
  /** Requests a robots.txt file and reads at most `mostBytes` bytes. Throws RetryVisit without an answer. */
  readonly ask: (url: URL, mostBytes: number) => Promise<RobotsAnswer>;
  readonly now: () => number;
}

interface Known {
  readonly rules: RobotsRules;
  readonly fetchedAt: number;
}

/**
 * Cache of robots.txt files, each requested once a day (RFC 9309, §2.3 and §2.4). HTTP 4xx allows everything; 5xx, 429
 * and no answer forbid everything until the server answers otherwise.
 */
export class RobotsCache {
  readonly #options: RobotsCacheOptions;
  readonly #sql: ReturnType<typeof robotsQueries>;
  /** Files by origin, least recently used first. */
  readonly #known = new Map<string, Known>();
  /** Crawl delays in seconds, by host. Each visit sets the host's delay before the pause is computed. */
  readonly #crawlDelays = new Map<string, number>();
  /** Pending requests, by origin. */
  readonly #asking = new Map<string, Promise<Known>>();

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
    this.#sql = robotsQueries(options.store);
  }

  /**
   * Tells whether an address may be visited. `askedAt`: time of the request for the file, if one was needed.
   *
   * @throws RetryVisit if the server does not answer
   */
  async allows(url: URL): Promise<{ readonly isAllowed: boolean; readonly askedAt: number | undefined }> {
    let known = this.#remembered(url);
    const isNew = known === undefined;
    known ??= await this.#askedOnce(url);
    return { isAllowed: known.rules.allows(url), askedAt: isNew ? known.fetchedAt : undefined };
  }

  /** Returns the absolute addresses of the sitemaps in a server's file; empty for an unknown file. */
  sitemaps(server: URL): string[] {
    const named = this.#remembered(server)?.rules.sitemaps ?? [];
    return named.map((address) => parseUrl(address, server)?.href).filter((url) => url !== undefined);
  }

  /**
   * Returns the absolute addresses that a server's file forbids literally, without patterns; empty for an unknown
   * file.
   */
  forbidden(server: URL): string[] {
    const rules = this.#remembered(server)?.rules;
    const named = (rules?.forbidden ?? []).map((path) => parseUrl(path, server)).filter((url) => url !== undefined);
    return named.filter((url) => !rules?.allows(url)).map(({ href }) => href);
  }

  /** Returns the host's crawl delay in milliseconds, up to the maximum; 0 without one. */
  crawlDelay(host: string): number {
    return 1000 * Math.min(this.#crawlDelays.get(host) ?? 0, LONGEST_CRAWL_DELAY);
  }

  /** Tells whether a server's file must be requested again. */
  isStale(origin: string): boolean {
    const row = this.#sql.get.get({ origin });
    return !row || this.#options.now() - row.fetched_at >= A_DAY;
  }

  #remembered(url: URL): Known | undefined {
    let known = this.#known.get(url.origin);
    if (!known) {
      const row = this.#sql.get.get({ origin: url.origin });
      if (row) known = { rules: parseRobots(row.body), fetchedAt: row.fetched_at };
    }
    if (!known || this.#options.now() - known.fetchedAt >= A_DAY) return undefined;
    return this.#cacheRules(url, known);
  }

  /** Shares one request for a file among all waiting callers. */
  #askedOnce(url: URL): Promise<Known> {
    const { origin } = url;
    const asking = this.#asking.get(origin) ?? this.#fetched(url).finally(() => this.#asking.delete(origin));
    this.#asking.set(origin, asking);
    return asking;
  }

  async #fetched(url: URL): Promise<Known> {
    // The host stays the page's own even if the file redirects: none of the pages may be visited before the file is
    // known.
    const host = bareHost(url);
    const { status, text, askedAt, retryAfter } = await this.#options
      // One more byte shows whether the last line is complete.
      .ask(new URL('/robots.txt', url), MOST_OCTETS + 1)
      .catch((error: unknown) => {
        if (!(error instanceof RetryVisit)) throw error;
        const reason = `robots.txt: ${error.message}`;
        throw error instanceof HostUnreachable ? new HostUnreachable(reason, host) : new HostTrouble(reason, host);
      });
    if (status === 429 || status === 503) throw new HostBusy(`robots.txt: HTTP ${status}`, retryAfter, host);
    if (status >= 500) throw new HostTrouble(`robots.txt: HTTP ${status}`, host, true);
    const body = status < 300 ? text : '';
    const row = { origin: url.origin, fetched_at: askedAt, http_status: status, body };
    await this.#options.store.write(() => this.#sql.put.run(row));
    return this.#cacheRules(url, { rules: parseRobots(body), fetchedAt: askedAt });
  }

  #cacheRules(url: URL, known: Known): Known {
    const host = bareHost(url);
    const { crawlDelay } = known.rules;
    this.#crawlDelays.delete(host);
    if (crawlDelay !== undefined) setCapped(this.#crawlDelays, host, crawlDelay, MOST_KEPT);
    this.#known.delete(url.origin);
    setCapped(this.#known, url.origin, known, MOST_KEPT);
    return known;
  }
}
