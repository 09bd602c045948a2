import sortedBTree from 'sorted-btree';
import { TIER } from '../../domain/rank.ts';
import type { GroupKey, QueueHead } from '../../storage/claim.ts';
import type { FrontierQueries } from '../queries.ts';
import {
  add,
  adding,
  change,
  copy,
  finding,
  keptNowhere,
  type Row,
  reading,
  writing,
  writingRows,
} from './statements.ts';

type Queued = Row<'queue'>;

/** The waiting links. @param links all internal links, each at place id - 1 */
export function queueTables(links: readonly Row<'internal_links'>[]): FrontierQueries['queue'] {
  const groups: Row<'queue_groups'>[] = [];
  const groupAt = new Map<string, Row<'queue_groups'>>();
  const queues: GroupQueue[] = [];
  const keyOf = ({ site, tier, lane, name }: GroupKey) => `${site} ${tier} ${lane} ${name}`;
  const waiting = (of: readonly Row<'queue_groups'>[], now: number) =>
    of.flatMap((group) => {
      const queue = queues[group.id - 1];
      if (!queue || queue.size === 0) return [];
      const [first] = head(queue, now, 1, links);
      return { ...group, waiting: queue.size, first_link: first?.link ?? null, first_rank: first?.rank ?? null };
    });
  return {
    head: reading(({ group, now, limit }) => {
      const queue = queues[group - 1];
      return queue ? head(queue, now, limit, links) : [];
    }),
    insert: writing((place) => Number(queues[place.queue_group - 1]?.set(place, undefined) ?? false)),
    insertNew: writingRows((place) => queues[place.queue_group - 1]?.set(place, undefined)),
    remove: writing((place) => Number(queues[place.queue_group - 1]?.delete({ ...place, not_before: 0 }) ?? false)),
    // A queue knows how long it is.
    count: keptNowhere(),
    groups: reading(({ now }) => waiting(groups, now)),
    someGroups: reading(({ now, after, limit }) => waiting(groups.slice(after), now).slice(0, limit)),
    groupsOf: reading(({ site, now }) =>
      waiting(
        groups.filter((group) => group.site === site),
        now,
      ),
    ),
    group: finding(({ id }) => copy(groups[id - 1])),
    findGroup: finding((key) => copy(groupAt.get(keyOf(key)))),
    addGroup: adding((group) => {
      const row = add(groups, { ...group, id: groups.length + 1, waiting: 0 });
      groupAt.set(keyOf(row), row);
      queues.push(newQueue());
      return row;
    }),
    moveGroup: writing(
      ({ site, lane, name, value }) =>
        Object.values(TIER).filter((tier) => change(groupAt.get(keyOf({ site, tier, lane, name })), { value }) > 0)
          .length,
    ),
    // Nobody opens them again.
    sweepGroups: keptNowhere(),
    paused: reading(() =>
      queues.flatMap((queue) =>
        queue
          .keysArray()
          .flatMap((place) =>
            place.not_before > 0 ? [{ ...place, site: groups[place.queue_group - 1]?.site ?? 0 }] : [],
          ),
      ),
    ),
    // There are none from before the clock was set back.
    shorten: keptNowhere(),
  };
}

type GroupQueue = ReturnType<typeof newQueue>;

/** The waiting links of a group in the order in which they are handed out. */
const newQueue = () =>
  new sortedBTree.default<Queued, undefined>(undefined, (a, b) => b.rank - a.rank || a.link - b.link);

function head(queue: GroupQueue, now: number, limit: number, links: readonly Row<'internal_links'>[]) {
  const found: (QueueHead & Pick<Row<'internal_links'>, 'attempts'> & Pick<Row<'queue'>, 'rank'>)[] = [];
  for (const { link, rank, not_before } of queue.keys()) {
    if (found.length === limit) break;
    const row = links[link - 1];
    if (!row || not_before > now) continue;
    const { url, level, source, attempts } = row;
    const page = source === null ? undefined : links[source - 1];
    const from = { page_site: page?.site ?? null, page_url: page?.url ?? null };
    found.push({ link, rank, url, level, source, attempts, ...from });
  }
  return found;
}
