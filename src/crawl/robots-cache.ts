import type { RobotsAnswer } from '../capture/http/ask-server.ts';
import { keep } from '../domain/bounded.ts';
import { HostBusy, HostTrouble, HostUnreachable, RetryVisit } from '../domain/errors.ts';
import { MOST_OCTETS, parseRobots, type RobotsRules } from '../frontier/hosts/robots.ts';
import type { Store } from '../storage/open.ts';
import { robotsQueries } from '../storage/seeds.ts';
import { bareHost, parseUrl } from '../url/parse.ts';

/** How long a file counts, in milliseconds (RFC 9309, §2.4). */
const A_DAY = 86_400_000;
/** Longest `Crawl-delay` that is honoured, in seconds. */
const LONGEST_CRAWL_DELAY = 30;
/** Files kept in memory, and hosts whose `Crawl-delay` is. */
const MOST_KEPT = 1000;

interface RobotsCacheOptions {
  readonly store: Store;
  /** Asks a server, reading no more than so many bytes; throws RetryVisit where it does not answer. */
  readonly ask: (url: URL, mostBytes: number) => Promise<RobotsAnswer>;
  readonly now: () => number;
}

interface Known {
  readonly rules: RobotsRules;
  readonly fetchedAt: number;
}

/**
 * The robots.txt files of the servers, each asked for once a day (RFC 9309, §2.3 and §2.4). HTTP 4xx allows everything;
 * 5xx, 429 and no answer forbid everything until the server answers otherwise.
 */
export class RobotsCache {
  readonly #options: RobotsCacheOptions;
  readonly #sql: ReturnType<typeof robotsQueries>;
  /** By origin, least recently used first. */
  readonly #known = new Map<string, Known>();
  /** Seconds, by host: each visit sets its host's again, before its pause is worked out. */
  readonly #crawlDelays = new Map<string, number>();
  /** Requests under way, by origin. */
  readonly #asking = new Map<string, Promise<Known>>();

  constructor(options: RobotsCacheOptions) {
    this.#options = options;
    this.#sql = robotsQueries(options.store);
  }

  /**
   * Whether an address may be visited. `askedAt`: when its server was asked for the file, if it had to be.
   *
   * @throws RetryVisit where the server does not tell
   */
  async allows(url: URL): Promise<{ readonly isAllowed: boolean; readonly askedAt: number | undefined }> {
    let known = this.#remembered(url);
    const isNew = known === undefined;
    known ??= await this.#askedOnce(url);
    return { isAllowed: known.rules.allows(url), askedAt: isNew ? known.fetchedAt : undefined };
  }

  /** The sitemaps that a server's file names, absolute, as far as the file is known. */
  sitemaps(server: URL): string[] {
    const named = this.#remembered(server)?.rules.sitemaps ?? [];
    return named.map((address) => parseUrl(address, server)?.href).filter((url) => url !== undefined);
  }

  /** The addresses that a server's file forbids by name, absolute, as far as the file is known; not what stands for many. */
  forbidden(server: URL): string[] {
    const rules = this.#remembered(server)?.rules;
    const named = (rules?.forbidden ?? []).map((path) => parseUrl(path, server)).filter((url) => url !== undefined);
    return named.filter((url) => !rules?.allows(url)).map(({ href }) => href);
  }

  /** What the host's file asks for, in milliseconds, as far as it is honoured; 0 where it asks for nothing. */
  crawlDelay(host: string): number {
    return 1000 * Math.min(this.#crawlDelays.get(host) ?? 0, LONGEST_CRAWL_DELAY);
  }

  /** Whether a server's file has to be asked for anew. */
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
    return this.#keep(url, known);
  }

  /** Asks a server once for all that wait for its file. */
  #askedOnce(url: URL): Promise<Known> {
    const { origin } = url;
    const asking = this.#asking.get(origin) ?? this.#fetched(url).finally(() => this.#asking.delete(origin));
    this.#asking.set(origin, asking);
    return asking;
  }

  async #fetched(url: URL): Promise<Known> {
    // Also where its file is elsewhere: none of its pages may be asked for until that is read.
    const host = bareHost(url);
    const { status, text, askedAt, retryAfter } = await this.#options
      // One more tells whether the last line is whole.
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
    return this.#keep(url, { rules: parseRobots(body), fetchedAt: askedAt });
  }

  #keep(url: URL, known: Known): Known {
    const host = bareHost(url);
    const { crawlDelay } = known.rules;
    this.#crawlDelays.delete(host);
    if (crawlDelay !== undefined) keep(this.#crawlDelays, host, crawlDelay, MOST_KEPT);
    this.#known.delete(url.origin);
    keep(this.#known, url.origin, known, MOST_KEPT);
    return known;
  }
}
