import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type PictureOfLink, pictureOfLink, type StoredLink } from '../capture/browser/debug/picture-of-link.ts';
import { chosenTechniques } from '../capture/find/registry.ts';
import { askRobots } from '../capture/http/ask-server.ts';
import { HttpClient } from '../capture/http/http-client.ts';
import { DocumentSchedule } from '../capture/network/document-schedule.ts';
import { guardAddresses, parseHostRules } from '../capture/network/host-rules.ts';
import { plainUserAgent } from '../capture/network/user-agent.ts';
import { readSession } from '../capture/session/session-state.ts';
import { BadInput, RefusedVisit } from '../domain/errors.ts';
import { SiteDelays } from '../frontier/hosts/hosts.ts';
import { SiteTable } from '../frontier/sites/site-table.ts';
import { loadSites } from '../frontier/sites/stored-sites.ts';
import { captureOf } from '../options/crawl.ts';
import { askedIn, lastConfig, recordedOptions } from '../reports/runs.ts';
import { hostQueries } from '../storage/claim.ts';
import { editStore, type Store } from '../storage/open.ts';
import { latestVisitQueries } from '../storage/reports/figures.ts';
import { storedIdentity } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import { bareHost } from '../url/parse.ts';
import { hostDelay } from './host-delay.ts';
import { RobotsCache } from './robots-cache.ts';

const proxies = z.object({ proxy: z.string().optional(), proxyLogin: z.boolean().default(false) });

/** Number of latest visits that are searched for a visit to the host. */
const RECENT_VISITS = 200;

/** Takes pictures of crawled pages, with the settings of the last run. */
export class LinkPictures {
  readonly #db: string;
  readonly #now: () => number;
  /** Returns the milliseconds between two requests to a host, by the crawl of the last picture. */
  #delay: (host: string) => number = () => 0;
  readonly #turns = new DocumentSchedule((host) => this.#delay(host));

  /** @param db database file */
  constructor(db: string, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Takes a picture of a page with a link outlined, by the last run's rules: user agent, robots.txt, delay, session,
   * private addresses.
   *
   * @throws RetryVisit, GiveUpVisit if the page fails or is forbidden; CommandFailed, BadInput without a browser;
   *   the reason of `signal` on abort
   */
  take(page: string, link: StoredLink, signal: AbortSignal): Promise<PictureOfLink> {
    return editStore(this.#db, (store) => this.#take(store, new URL(page), link, signal));
  }

  async #take(store: Store, url: URL, link: StoredLink, signal: AbortSignal): Promise<PictureOfLink> {
    const now = this.#now;
    const config = lastConfig(store);
    const given = recordedOptions(config);
    const { contact } = given;
    const proxy = proxyOf(config);
    const hostRules = parseHostRules(given.hostRules);
    const guard = given.allowPrivate ? undefined : guardAddresses(hostRules);
    const storageState = readSession(given.storageState, given.cookies);
    const checksCertificates = storageState !== undefined && !given.insecure;
    const client = new HttpClient({ hostRules, guard, proxy, checksCertificates, now });
    const ask = (address: URL, mostBytes: number) => {
      this.#turns.asked(address);
      return askRobots(address, mostBytes, { client, userAgent: plainUserAgent(contact), now });
    };
    const robots = given.robots ? new RobotsCache({ store, ask, now }) : undefined;
    const siteDelays = new SiteDelays();
    loadSites({ seeds: seedQueries(store) }, new SiteTable(), siteDelays);
    this.#delay = hostDelay({ asked: given.delay, hostRules, robots, siteDelays });
    try {
      await this.#turnOf(store, url, signal);
      if (robots && !(await robots.allows(url)).isAllowed) throw new RefusedVisit('robots.txt forbids it');
      signal.throwIfAborted();
      return await pictureOfLink({
        ...{ url: url.href, link, identity: storedIdentity(store), techniques: chosenTechniques(captureOf(given)) },
        ...{ headed: false, isInstalled: false, hostRules: hostRules.text, guard, contact, proxy, storageState },
        ...{ checksCertificates, turns: this.#turns, now, signal, say: () => undefined },
      });
    } finally {
      await client.close();
    }
  }

  /**
   * Waits until the crawl would be allowed to visit the host.
   *
   * @throws RefusedVisit if the host requires a longer pause
   */
  async #turnOf(store: Store, url: URL, signal: AbortSignal): Promise<void> {
    const host = bareHost(url);
    const { last, after } = latestVisitQueries(store);
    const visit = Number(last.get({})?.id ?? 0) - RECENT_VISITS;
    const visited = after.all({ visit, limit: RECENT_VISITS }).find((one) => bareHost(new URL(one.url)) === host);
    const busy = hostQueries(store)
      .all.all({})
      .find((one) => one.host === host);
    const free = Math.max((visited?.started_at ?? 0) + this.#delay(host), busy?.not_before ?? 0);
    const wait = free - this.#now();
    if (wait > LONGEST_WAIT) throw new RefusedVisit(`its server is busy, and asked for a pause until ${utc(free)}`);
    if (wait > 0) await sleep(wait, undefined, { signal });
  }
}

/** Milliseconds that a picture waits for its host at most. */
const LONGEST_WAIT = 30_000;

const utc = (milliseconds: number): string => new Date(milliseconds).toISOString();

/**
 * Returns the proxy of FORAGER_PROXY or of the last run.
 *
 * @throws BadInput if the proxy needs a name and a password, which are never stored
 */
function proxyOf(config: unknown): string | undefined {
  const { FORAGER_PROXY } = process.env;
  if (FORAGER_PROXY !== undefined) return FORAGER_PROXY;
  const { proxy, proxyLogin } = proxies.parse(askedIn(config));
  if (proxy !== undefined && proxyLogin)
    throw new BadInput(
      `the crawl's proxy ${proxy} needs a name and password: set FORAGER_PROXY and start the dashboard again`,
    );
  return proxy;
}
