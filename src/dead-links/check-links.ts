import { createHash } from 'node:crypto';
import { askRobots } from '../capture/http/ask-server.ts';
import { type Asked, HttpClient } from '../capture/http/http-client.ts';
import { guardAddresses, parseHostRules } from '../capture/network/host-rules.ts';
import { plainUserAgent } from '../capture/network/user-agent.ts';
import { hostDelay } from '../crawl/host-delay.ts';
import { RobotsCache } from '../crawl/robots-cache.ts';
import { CommandFailed, type HostTrouble, HostUnreachable, messageOf, RefusedVisit } from '../domain/errors.ts';
import type { LinkCheck, Verdict } from '../domain/link-check.ts';
import { SiteDelays } from '../frontier/hosts/hosts.ts';
import type { CrawlValues } from '../options/crawl.ts';
import { dueByHost, linkCheckQueries } from '../storage/link-checks.ts';
import type { Store } from '../storage/open.ts';
import { listSites } from '../storage/sites.ts';
import { askLink, type Landing } from './ask-link.ts';
import { nextCheck } from './check-times.ts';
import { HostSchedule } from './host-turns.ts';
import { isSilent, judge, judgeFailure, softMissing } from './judge.ts';
import { SoftMissing } from './soft-404.ts';

/** Options of a run of link checks. */
export interface CheckOptions
  extends Pick<CrawlValues, 'robots' | 'allowPrivate' | 'hostRules'>,
    Partial<Pick<CrawlValues, 'delay' | 'contact' | 'proxy'>> {
  /** True if one failed try makes a link dead; otherwise it takes two, on different days. */
  readonly once: boolean;
  /** True to check all links, including those that are not due. */
  readonly again: boolean;
  /** Addresses to check at most; undefined: no limit. */
  readonly most: number | undefined;
  readonly signal: AbortSignal;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
  note(line: string): void;
}

/** The result of a run of checks. */
interface CheckSummary {
  readonly checked: number;
  /** Requests sent, including those for robots.txt. */
  readonly requests: number;
  /** Links that became dead in this run; dead links that work again. */
  readonly newlyDead: number;
  readonly repaired: number;
}

/** Hosts checked in parallel. */
const HOSTS = 128;
/** Checks in one write transaction. */
const BATCH = 100;
/** Unreachable hosts before the first answer, after which the network is tested. */
const NO_NETWORK = 10;
/** Sites of the crawl requested to test the network. */
const OWN_SITES = 5;
/** Consecutive timeouts after which the other links of a host are not requested. */
const HOST_FAILS = 2;
/** File name that no server has, to provoke a "not found" page. */
const NO_PAGE = 'no-such-page-5d1f7c3b9e';
/** Network errors that are retried at once. */
const PASSING = /ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

/**
 * Checks the due links of a crawl, with one request at a time for each host.
 *
 * @throws CommandFailed if no host answers, including the crawl's own sites: nothing is stored then
 */
export async function checkLinks(store: Store, options: CheckOptions): Promise<CheckSummary> {
  const check = new LinkChecks(store, options);
  try {
    const due = dueByHost(store, options.again ? Number.POSITIVE_INFINITY : options.now(), options.most);
    const next = async () => {
      for (let group = due.next(); !group.done && !options.signal.aborted; group = due.next())
        await check.host(group.value);
    };
    await Promise.all(Array.from({ length: HOSTS }, next));
    await check.store();
    return check.summary;
  } finally {
    await check.close();
  }
}

class LinkChecks {
  readonly #store: Store;
  readonly #options: CheckOptions;
  readonly #sql: ReturnType<typeof linkCheckQueries>;
  readonly #client: HttpClient;
  readonly #robots: RobotsCache | undefined;
  readonly #turns: HostSchedule;
  readonly #soft: SoftMissing;
  #unstored: LinkCheck[] = [];
  #isReached = false;
  #unreached = 0;
  #isConnected: Promise<boolean> | undefined;
  #sums = { checked: 0, requests: 0, newlyDead: 0, repaired: 0 };

  constructor(store: Store, options: CheckOptions) {
    const { now, proxy, allowPrivate, delay } = options;
    const hostRules = parseHostRules(options.hostRules);
    const guard = allowPrivate ? undefined : guardAddresses(hostRules);
    this.#store = store;
    this.#options = options;
    this.#sql = linkCheckQueries(store);
    this.#client = new HttpClient({ hostRules, guard, proxy, now });
    const ask = (url: URL, mostBytes: number) =>
      this.#turns.ask(url, () =>
        askRobots(url, mostBytes, { client: this.#counting, userAgent: this.#userAgent, now }),
      );
    this.#robots = options.robots ? new RobotsCache({ store, ask, now }) : undefined;
    this.#turns = new HostSchedule(
      hostDelay({ asked: delay, hostRules, robots: this.#robots, siteDelays: new SiteDelays() }),
    );
    this.#soft = new SoftMissing((url) => this.#ask(url.href, {}).catch(() => undefined), NO_PAGE);
  }

  get summary(): CheckSummary {
    return this.#sums;
  }

  /** Checks addresses of one host in sequence; once the host counts as silent, the rest fail without a request. */
  async host(urls: readonly string[]): Promise<void> {
    let trouble: HostTrouble | undefined;
    let troubles = 0;
    for (const url of urls) {
      if (this.#options.signal.aborted) return;
      const known = this.#sql.of(url);
      if (trouble && (trouble instanceof HostUnreachable || troubles >= HOST_FAILS)) {
        await this.#saveCheck(url, known, judgeFailure(trouble));
        continue;
      }
      try {
        await this.#saveCheck(url, known, await this.#verdictOf(url, known));
        troubles = 0;
      } catch (error) {
        if (isSilent(error)) {
          trouble = error;
          troubles++;
          await this.#unreachable();
        }
        await this.#saveCheck(url, known, judgeFailure(error));
      }
    }
  }

  /** Requests an address and judges the answer; undefined if the page is unchanged. @throws as `askLink` does */
  async #verdictOf(url: string, known: LinkCheck | undefined): Promise<Verdict | undefined> {
    const isThere = known?.state === 'ok';
    const validators = {
      ...(isThere && known.etag !== '' && { 'if-none-match': known.etag }),
      ...(isThere && known.lastModified !== '' && { 'if-modified-since': known.lastModified }),
    };
    const landing = await this.#ask(url, validators).catch((error: unknown) => {
      if (PASSING.test(messageOf(error))) return this.#ask(url, validators);
      throw error;
    });
    if (landing.answer.status === 304) return undefined;
    const asked = new URL(url);
    const verdict = judge({ ...landing, asked });
    const isFound = verdict.state === 'ok' || verdict.state === 'moved';
    return isFound && (await this.#soft.isMissing(asked, landing)) ? softMissing(verdict) : verdict;
  }

  #ask(url: string, validators: Readonly<Record<string, string>>): Promise<Landing> {
    return askLink(url, validators, {
      client: this.#counting,
      userAgent: this.#userAgent,
      turn: async (at, ask) => {
        if (this.#robots && !(await this.#robots.allows(at)).isAllowed)
          throw new RefusedVisit('robots.txt does not let programs ask for it');
        return await this.#turns.ask(at, ask);
      },
    });
  }

  readonly #counting = {
    fetch: async (asked: Asked) => {
      this.#sums.requests++;
      const answer = await this.#client.fetch(asked);
      this.#isReached = true;
      return answer;
    },
  };

  get #userAgent(): string {
    return plainUserAgent(this.#options.contact);
  }

  /**
   * Counts an unreachable host. After `NO_NETWORK` of them without any answer, tests the crawl's own sites: the due
   * links of a later run may all be dead.
   * @throws CommandFailed if these sites don't answer either
   */
  async #unreachable(): Promise<void> {
    this.#unreached++;
    if (this.#isReached || this.#unreached < NO_NETWORK) return;
    this.#isConnected ??= this.#askOwnSites();
    if (!(await this.#isConnected))
      throw new CommandFailed(
        `neither ${NO_NETWORK} hosts nor the crawl's own sites answer: is this machine connected? Nothing was stored`,
      );
  }

  async #askOwnSites(): Promise<boolean> {
    for (const { url } of [...listSites(this.#store, { removed: false })].slice(0, OWN_SITES)) {
      // Requests for robots.txt are always allowed.
      const robots = new URL('/robots.txt', url);
      const headers = { 'user-agent': this.#userAgent };
      await this.#turns
        .ask(robots, () => this.#counting.fetch({ url: robots.href, headers, maxBytes: 0 }))
        .catch(() => undefined);
      if (this.#isReached) break;
    }
    return this.#isReached;
  }

  async #saveCheck(url: string, known: LinkCheck | undefined, verdict: Verdict | undefined): Promise<void> {
    const at = this.#options.now();
    const check = nextCheck(url, known, verdict, { at, once: this.#options.once, spread: spreadOf(url) });
    this.#sums.checked++;
    if (check.state === 'dead' && known?.state !== 'dead') this.#sums.newlyDead++;
    if (known?.state === 'dead' && (check.state === 'ok' || check.state === 'moved')) this.#sums.repaired++;
    this.#unstored.push(check);
    if (this.#unstored.length >= BATCH && this.#isReached) await this.store();
    if (this.#sums.checked % 1000 === 0) this.#options.note(`${this.#sums.checked.toLocaleString('en')} links checked`);
  }

  /** Stores the pending checks. */
  async store(): Promise<void> {
    const checks = this.#unstored;
    this.#unstored = [];
    await this.#store.write(() => {
      for (const check of checks) this.#sql.put(check);
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** Returns a number in [0, 1) from the address's hash, so that links checked together are not due together. */
const spreadOf = (url: string): number => createHash('sha1').update(url).digest().readUInt32BE(0) / 2 ** 32;
