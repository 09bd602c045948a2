import type { LinkId } from '../../domain/link.ts';
import { compareWaiting, type RankGroup, TIER, type TieredRank } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';
import type { QueueHead, QueuePlace, queueQueries } from '../../storage/claim.ts';
import { getOne } from '../../storage/statement.ts';
import type { SiteState, SiteTable } from '../sites/site-table.ts';
import { type GroupHead, headOf, type PausedLink, placeOf, rankIn, type WaitingGroup } from './waiting-groups.ts';

/** Longest pause of a link, in milliseconds; longer stored pauses, after the clock was set back, are shortened. */
const LONGEST_PAUSE = 60_000;
/** Groups to read at a time. */
const BATCH = 500;

/** Rows of a site's queue that a claim checks for a free host. */
const HEAD = 32;
/** Rows that a claim reads if all links are on one host: the first, and the next head. */
const SHORT_HEAD = 2;

/** Place of a stored link in the queue; null if the link does not wait. */
export interface LinkPlace {
  /** Id in `queue_groups`. */
  readonly queue_group: number | null;
  readonly rank: number | null;
}

/** Waiting link that moves to another place. */
export interface MovedLink {
  readonly site: SiteState;
  readonly link: LinkId;
  readonly from: { readonly queue_group: number; readonly rank: number };
  readonly to: { readonly queue_group: number; readonly rank: number };
}

/** Waiting link that may be claimed. */
export interface WaitingLink extends QueueHead, Required<LinkPlace> {
  readonly attempts: number;
  readonly place: TieredRank;
  /** Next link of the group; null: none; undefined: not read. */
  readonly next: { readonly link: LinkId; readonly rank: number } | null | undefined;
}

/**
 * Queues of waiting links by site, in groups. During a run only this class changes the tables `queue` and
 * `queue_groups`, together with the summary of the queue in `SiteState`, so that both always agree.
 */
export class SiteQueues {
  readonly #sql: ReturnType<typeof queueQueries>;
  readonly #changed: Set<SiteState>;
  /** Groups with a waiting link, or with a link about to be added. */
  readonly #groups = new Map<number, WaitingGroup>();
  readonly #byKey = new Map<string, WaitingGroup>();
  /** Change of the number of waiting links since the group's row was written, by group. */
  readonly #uncounted = new Map<number, number>();

  /** @param changed receives each site that changes in memory; as `SiteTable.changed` */
  constructor(sql: ReturnType<typeof queueQueries>, changed: Set<SiteState>) {
    this.#sql = sql;
    this.#changed = changed;
  }

  /** Returns the id of a rank's group in `queue_groups`; adds the group if needed, and moves it to the rank's value. */
  groupOf(site: SiteState, tier: number, lane: number, group: RankGroup | undefined): number {
    const name = group?.name ?? '';
    let known = this.#byKey.get(keyOf(site.id, tier, lane, name));
    if (!known) {
      const key = { site: site.id, tier, lane, name };
      const value = group?.value ?? 0;
      const row = this.#sql.findGroup.get(key) ?? {
        ...key,
        value,
        id: getOne(this.#sql.addGroup, { ...key, value }).id,
      };
      known = this.#list({ ...row, waiting: 0, head: undefined });
      this.#changed.add(site);
    }
    if (group && group.value !== known.value) this.move(site, lane, group);
    return known.id;
  }

  /** Returns the group with the name and lane of a stored link's group, in a given tier. */
  groupInTier(site: SiteState, link: Pick<LinkPlace, 'queue_group'>, tier: number) {
    const row = link.queue_group === null ? undefined : this.#sql.group.get({ id: link.queue_group });
    const group = row && row.name !== '' ? { name: row.name, value: row.value } : undefined;
    return this.groupOf(site, tier, row?.lane ?? 0, group);
  }

  /** Moves all links of a group at once, by one row for each tier with links of the group. */
  move(site: SiteState, lane: number, { name, value }: RankGroup): void {
    this.#sql.moveGroup.run({ site: site.id, lane, name, value });
    for (const tier of Object.values(TIER)) {
      const group = this.#byKey.get(keyOf(site.id, tier, lane, name));
      if (!group) continue;
      const { head } = group;
      this.#setHead(site, group, undefined);
      group.value = value;
      if (head) this.#setHead(site, group, headOf(group, head.link, head.place.value));
    }
  }

  /** Adds a link to its group. @param notBefore earliest visit, in milliseconds since the epoch; 0: any time */
  add(site: SiteState, link: LinkId, place: LinkPlace | undefined, notBefore = 0): void {
    const { queue_group = null, rank = null } = place ?? {};
    if (queue_group === null || rank === null) throw new Error(`link ${link} has no place in a queue`);
    // The insert adds no row if the user deleted the link.
    if (this.#sql.insert.run({ queue_group, rank, link, not_before: notBefore }).changes === 0) return;
    const group = this.#group(queue_group);
    this.#count(site, group, 1);
    if (notBefore > 0) pause(site, link, { notBefore, group: queue_group, rank });
    else this.#offer(site, group, link, rank);
  }

  /** Adds new links to the queue. */
  addNew(site: SiteState, links: readonly QueuePlace[]): void {
    this.#sql.insertNew.run(links);
    let more = 0;
    for (const [at, { link, queue_group: id, rank }] of links.entries()) {
      const group = this.#group(id);
      this.#offer(site, group, link, rank);
      more++;
      if (links[at + 1]?.queue_group === id) continue;
      this.#count(site, group, more);
      more = 0;
    }
  }

  /** Removes a waiting link. Returns false if the link does not wait there. */
  remove(site: SiteState, link: LinkId, { queue_group, rank }: LinkPlace, next?: WaitingLink['next']): boolean {
    if (queue_group === null || rank === null) return false;
    if (this.#sql.remove.run({ queue_group, rank, link }).changes === 0) return false;
    this.#endPause(site, link);
    const group = this.#group(queue_group);
    this.#count(site, group, -1);
    if (group.head?.link === link) {
      const first = next === undefined && group.waiting > 0 ? this.#rows(site, group, 1)[0] : next;
      this.#setHead(site, group, first ? headOf(group, first.link, first.rank) : undefined);
    }
    if (group.waiting === 0) this.#drop(group);
    return true;
  }

  /** Moves links to other places, with their pauses. Returns the moves of links that waited. */
  moveLinks(moves: readonly MovedLink[]): readonly MovedLink[] {
    const taken = new Set(
      this.#sql.removeSome.all(moves.map(({ link, from }) => ({ link, ...from }))).map(({ link }) => link),
    );
    const moved = moves.filter(({ link }) => taken.has(link));
    const pauseOf = ({ site, link }: MovedLink) => site.paused?.get(link);
    this.#sql.insertNew.run(
      moved.map((one) => ({ link: one.link, ...one.to, not_before: pauseOf(one)?.notBefore ?? 0 })),
    );
    const left = new Set<WaitingGroup>();
    const beheaded = new Map<WaitingGroup, SiteState>();
    for (const { site, link, from, to } of moved) {
      const [before, after] = [this.#group(from.queue_group), this.#group(to.queue_group)];
      if (before.head?.link === link) beheaded.set(before, site);
      if (before === after) continue;
      this.#count(site, before, -1);
      this.#count(site, after, 1);
      left.add(before);
    }
    for (const [one, site] of beheaded) {
      const [first] = this.#rows(site, one, 1);
      this.#setHead(site, one, first && headOf(one, first.link, first.rank));
    }
    for (const one of moved) {
      const { site, link, to } = one;
      const paused = pauseOf(one);
      this.#changed.add(site);
      if (paused) pause(site, link, { notBefore: paused.notBefore, group: to.queue_group, rank: to.rank });
      else this.#offer(site, this.#group(to.queue_group), link, to.rank);
    }
    for (const one of left) if (one.waiting === 0) this.#drop(one);
    return moved;
  }

  /** Returns the next links of a site to claim: several, as a host may not be free. */
  first(site: SiteState): readonly WaitingLink[] {
    return this.head(site, site.host === undefined ? HEAD : SHORT_HEAD);
  }

  /** Returns the first links of a site that do not pause. */
  head(site: SiteState, limit: number): readonly WaitingLink[] {
    let found: WaitingLink[] = [];
    for (const { group, link, place } of site.heads) {
      const last = found[limit - 1];
      if (last && compareWaiting(last, { link, place }) < 0) break;
      const rows = this.#rows(site, group, limit);
      // Written out without spreads, for speed; see VisitRecord.
      const links = rows.map(({ link, rank, url, level, source, attempts, page_site, page_url }, at) => ({
        queue_group: group.id,
        place: rankIn(group, rank),
        next: rows[at + 1] ?? (rows.length < limit ? null : undefined),
        link,
        rank,
        url,
        level,
        source,
        page_site,
        page_url,
        attempts,
      }));
      // Sorts links of equal groups by their own rank.
      found = found.length === 0 ? links : [...found, ...links].sort(compareWaiting).slice(0, limit);
    }
    return found;
  }

  /** Tells whether a link can be claimed at `now`, and returns the end of the next pause (infinity: no link pauses). */
  pausing(site: SiteState, now: number): { readonly isFree: boolean; readonly until: number } {
    let until = Number.POSITIVE_INFINITY;
    site.pausesSeen = Math.max(site.pausesSeen, now);
    for (const [link, { notBefore, group, rank }] of site.paused ?? []) {
      if (notBefore > now) {
        until = Math.min(until, notBefore);
        continue;
      }
      this.#endPause(site, link);
      const known = this.#groups.get(group);
      if (known) this.#offer(site, known, link, rank);
    }
    return { isFree: site.heads.length > 0, until };
  }

  /** Stores the number of waiting links of each changed group, at the end of each transaction. */
  flush(): void {
    for (const [group, more] of this.#uncounted) if (more !== 0) this.#sql.count.run({ group, more });
    this.#uncounted.clear();
  }

  /** Reads the queues of all sites from the tables. */
  readAll(sites: SiteTable, now: number): void {
    this.flush();
    this.#sql.shorten.run({ latest: now + LONGEST_PAUSE });
    this.#groups.clear();
    this.#byKey.clear();
    for (const site of sites.known()) this.#empty(site);
    for (let after = 0, isMore = true; isMore; ) {
      const rows = this.#sql.someGroups.all({ now, after, limit: BATCH });
      for (const row of rows) this.#take(sites.get(row.site), row, now);
      after = rows.at(-1)?.id ?? after;
      isMore = rows.length === BATCH;
    }
    this.#takePaused((site) => sites.get(site));
  }

  /** Reads one site's queue, as other processes may have deleted links. */
  read(site: SiteState, now: number): void {
    this.flush();
    const paused = [...(site.paused?.values() ?? [])].map(({ group }) => this.#groups.get(group));
    for (const group of new Set([...site.heads.map((head) => head.group), ...paused])) if (group) this.#drop(group);
    this.#read(site, now);
    this.#takePaused((id) => (id === site.id ? site : undefined));
  }

  /**
   * Reads the queues of sites again after a failed transaction, with the pauses as of the last check. Sites that
   * are not stored get empty queues.
   */
  readAgain(sites: readonly SiteState[]): void {
    const byId = new Map(sites.map((site) => [site.id, site]));
    this.#uncounted.clear();
    for (const group of this.#groups.values()) if (byId.has(group.site)) this.#drop(group);
    for (const site of sites) this.#read(site, site.pausesSeen);
    this.#takePaused((id) => byId.get(id));
  }

  /** Reads the queues of another worker's sites, inside a transaction without changes of these so far. */
  takeOver(sites: readonly SiteState[], now: number): void {
    this.#sql.shorten.run({ latest: now + LONGEST_PAUSE });
    for (const site of sites) site.pausesSeen = now;
    this.readAgain(sites);
  }

  /** Forgets the queue of a site. */
  forget(site: SiteState): void {
    for (const group of this.#groups.values()) if (group.site === site.id) this.#drop(group);
    this.#empty(site);
  }

  #read(site: SiteState, now: number): void {
    this.#empty(site);
    for (const row of this.#sql.groupsOf.all({ site: site.id, now })) this.#take(site, row, now);
  }

  /** Deletes the rows of empty groups. Not to be called during a run, as claimed links may return to their group. */
  sweep(): void {
    this.flush();
    this.#sql.sweepGroups.run({});
  }

  /** Adds a stored group to the emptied queue of a site. */
  #take(site: SiteState, row: GroupRow & FirstOfGroup, now: number): WaitingGroup {
    const { id, tier, lane, name, value, waiting, first_link, first_rank } = row;
    const group = this.#list({ id, site: site.id, tier, lane, name, value, waiting, head: undefined });
    site.waiting += waiting;
    site.pausesSeen = Math.max(site.pausesSeen, now);
    if (first_link !== null && first_rank !== null) this.#setHead(site, group, headOf(group, first_link, first_rank));
    return group;
  }

  #takePaused(find: (site: SiteId) => SiteState | undefined): void {
    for (const { site: id, link, queue_group, rank, not_before } of this.#sql.paused.all({})) {
      const site = find(id);
      if (site && not_before > site.pausesSeen) pause(site, link, { notBefore: not_before, group: queue_group, rank });
    }
  }

  #rows(site: SiteState, group: WaitingGroup, limit: number) {
    return this.#sql.head.all({ group: group.id, now: site.pausesSeen, limit });
  }

  /** Makes a link that does not pause the group's head, if better than the current head. */
  #offer(site: SiteState, group: WaitingGroup, link: LinkId, rank: number): void {
    const { head } = group;
    const offered = headOf(group, link, rank);
    if (!head || compareWaiting(offered, head) < 0) this.#setHead(site, group, offered);
  }

  /** Sets the head of a group. No other code changes the order of a site's groups or its best rank. */
  #setHead(site: SiteState, group: WaitingGroup, head: GroupHead | undefined): void {
    this.#changed.add(site);
    const { heads } = site;
    if (group.head) heads.splice(placeOf(heads, group.head), 1);
    group.head = head;
    if (head) heads.splice(placeOf(heads, head), 0, head);
    site.best = heads[0]?.place;
  }

  #count(site: SiteState, group: WaitingGroup, more: number): void {
    this.#changed.add(site);
    site.waiting += more;
    group.waiting += more;
    this.#uncounted.set(group.id, (this.#uncounted.get(group.id) ?? 0) + more);
  }

  #endPause(site: SiteState, link: LinkId): void {
    if (site.paused?.delete(link)) this.#changed.add(site);
  }

  #empty(site: SiteState): void {
    this.#changed.add(site);
    site.paused = undefined;
    site.waiting = 0;
    site.heads = [];
    site.best = undefined;
  }

  #group(id: number): WaitingGroup {
    const known = this.#groups.get(id);
    if (known) return known;
    const row = this.#sql.group.get({ id });
    if (!row) throw new Error(`no group ${id} in this crawl`);
    return this.#list({ ...row, waiting: 0, head: undefined });
  }

  #list(group: WaitingGroup): WaitingGroup {
    this.#groups.set(group.id, group);
    this.#byKey.set(keyOf(group.site, group.tier, group.lane, group.name), group);
    return group;
  }

  #drop({ id, site, tier, lane, name }: WaitingGroup): void {
    this.#groups.delete(id);
    this.#byKey.delete(keyOf(site, tier, lane, name));
  }
}

function pause(site: SiteState, link: LinkId, paused: PausedLink): void {
  site.paused ??= new Map();
  site.paused.set(link, paused);
}

type GroupRow = Pick<WaitingGroup, 'id' | 'tier' | 'lane' | 'name' | 'value' | 'waiting'>;

interface FirstOfGroup {
  readonly first_link: LinkId | null;
  readonly first_rank: number | null;
}

const keyOf = (site: SiteId, tier: number, lane: number, name: string): string => `${site} ${tier} ${lane} ${name}`;
