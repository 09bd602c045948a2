import { z } from 'zod';
import { TO_DO } from './membership.ts';
import type { Record } from './record.ts';

const LEASE = `
with me as (
  select id from workers where id = $1 and is_alive for share),
picked as (
  select name from domains, me
  where worker is null and (not $3::boolean
    or exists (select from sites where sites.domain = domains.name and ${TO_DO} > 0 and not is_removed)
    or (select recrawl_run from crawl) is null and exists (select from inbox where inbox.domain = domains.name))
  order by exists (select from sites where sites.domain = domains.name and ${TO_DO} > 0) desc, name
  limit $2 for update of domains skip locked),
taken as (
  update domains set worker = $1, leased_at = now() from picked
  where domains.name = picked.name and domains.worker is null returning domains.name, freed_at)
select sites.id as site, taken.name as domain from taken left join sites on sites.domain = taken.name order by sites.id`;

/** SQL for domains that a worker holds without knowing. */
const HELD = `
select sites.id as site, domains.name as domain from domains left join sites on sites.domain = domains.name
where domains.worker = $1 and domains.name <> all($2) order by sites.id`;

/** SQL that leases domains without a site, on which a followed link will open one. Repeatable with the same result. */
const CLAIM_NEW = `
with me as (
  select id from workers where id = $1 and is_alive for share)
insert into domains (name, worker, leased_at)
select name, $1, now() from unnest($2::text[]) as names (name), me
on conflict (name) do update set worker = excluded.worker where domains.worker = excluded.worker returning name`;

const GIVE_BACK = `
update domains set worker = null, freed_at = now() where worker = $1 and name = any($2) returning name`;

/** SQL that books pages, or gives some back; never gives back more than are booked, even if repeated. */
const GRANT = `
with room as (
  select greatest(least($2::bigint, page_limit - granted), - open_grant) as more from crawl, workers
  where crawl.id = 1 and workers.id = $1 and is_alive for update),
booked as (
  update crawl set granted = granted + more from room where crawl.id = 1 and more <> 0)
update workers set open_grant = open_grant + more from room where workers.id = $1 returning open_grant`;

const leased = z.object({ site: z.number().nullable(), domain: z.string() });
const named = z.object({ name: z.string() });

/** Holdings of a worker: registrable domains with all their sites, and booked pages. */
export class LeasedSites {
  readonly #record: Record;
  readonly #worker: number;
  /** Sites of each held domain. */
  readonly #sites = new Map<string, number[]>();
  #hasGivenBack = false;

  constructor(record: Record, worker: number) {
    this.#record = record;
    this.#worker = worker;
  }

  /** True if domains were given back, whose later rows are not loaded here. */
  get hasGivenBack(): boolean {
    return this.#hasGivenBack;
  }

  get domains(): ReadonlyMap<string, readonly number[]> {
    return this.#sites;
  }

  has(domain: string): boolean {
    return this.#sites.has(domain);
  }

  /**
   * Leases free domains, those with work first. Returns their sites.
   * @param most maximum number of domains; Infinity: all
   * @param isBusy true for only domains with work
   */
  async lease(most: number, isBusy: boolean): Promise<number[]> {
    if (most < 1) return [];
    const limit = Number.isFinite(most) ? most : null;
    const { reconnections } = this.#record;
    const asked = await this.#record.change(leased, LEASE, [this.#worker, limit, isBusy]);
    // After a reconnection, the answer with the names may have been lost.
    const isUnsure = this.#record.reconnections !== reconnections;
    const rows = isUnsure ? await this.#record.ask(leased, HELD, [this.#worker, [...this.#sites.keys()]]) : asked;
    for (const { site, domain } of rows)
      if (site === null) this.#sites.set(domain, []);
      else this.add(domain, site);
    return rows.flatMap(({ site }) => site ?? []);
  }

  /** Leases those of some domains that are new to the crawl. */
  async claimNew(domains: readonly string[]): Promise<void> {
    const unknown = domains.filter((domain) => !this.#sites.has(domain));
    if (unknown.length === 0) return;
    for (const { name } of await this.#record.change(named, CLAIM_NEW, [this.#worker, unknown]))
      this.#sites.set(name, []);
  }

  /** Adds a site to a held domain. */
  add(domain: string, site: number): void {
    const sites = this.#sites.get(domain);
    if (!sites) this.#sites.set(domain, [site]);
    else if (!sites.includes(site)) sites.push(site);
  }

  /** Gives back domains, which must have no pages in flight. */
  async giveBack(domains: readonly string[]): Promise<void> {
    if (domains.length === 0) return;
    this.#hasGivenBack = true;
    for (const domain of domains) this.#sites.delete(domain);
    await this.#record.change(named, GIVE_BACK, [this.#worker, domains]);
  }

  /** Books pages of the crawl's limit. */
  async book(pages: number): Promise<void> {
    await this.#record.askGrant(GRANT, [this.#worker, pages]);
  }
}
