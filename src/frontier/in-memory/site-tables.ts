import type { FrontierQueries } from '../queries.ts';
import { add, adding, change, finding, keptNowhere, type Row, reading, writing } from './statements.ts';

/** The sites, their hosts, and what is kept of visits. */
export function siteTables(): Pick<
  FrontierQueries,
  'seeds' | 'siteEdits' | 'hosts' | 'runs' | 'visits' | 'observed' | 'keptStates'
> {
  const seeds: Row<'seeds'>[] = [];
  const hosts = new Map<string, Row<'hosts'>>();
  const yields = new Map<number, Pick<Row<'visits'>, 'title' | 'level' | 'reward' | 'new_external' | 'relevance'>>();
  const blank = { status: 'waiting', note: '', pages: 0, failed: 0, internal: 0, external: 0, bad: 0 } as const;
  const fresh = {
    ...blank,
    resources: 0,
    reward_sum: 0,
    reward_max: 0,
    milliseconds: 0,
    removed: null,
    found_on: null,
    home: null,
    ...{ page_limit: null, depth: null, delay: null, include: '[]', exclude: '[]' },
  };
  return {
    seeds: {
      some: reading(({ after, limit }) => seeds.slice(after, after + limit)),
      get: finding(({ id }) => seeds[id - 1]),
      find: finding(({ start_url }) => seeds.find((seed) => seed.start_url === start_url)),
      // Names of a replay's sites may repeat.
      namesake: reading(() => []),
      unbegun: reading(() => seeds.filter(({ internal }) => internal === 0)),
      insert: adding((seed) => add(seeds, { ...fresh, ...seed, id: seeds.length + 1 })),
      nextId: reading(() => [{ id: seeds.length + 1 }]),
      insertFound: writing((seed) => add(seeds, { ...fresh, ...seed })),
      setHome: writing(({ id, home }) => change(seeds[id - 1], { home })),
      adopt: writing(({ id }) => change(seeds[id - 1], { found_on: null })),
      gain: writing(({ id, status, note, reward, ...gained }) => {
        const seed = seeds[id - 1];
        if (!seed) return 0;
        for (const name of ['pages', 'failed', 'internal', 'external', 'bad', 'resources', 'milliseconds'] as const)
          seed[name] += gained[name];
        const reward_max = Math.max(seed.reward_max, reward);
        return change(seed, { status, note, reward_max, reward_sum: seed.reward_sum + reward });
      }),
      add: keptNowhere(),
      setStatus: writing(({ id, status, note }) => change(seeds[id - 1], { status, note })),
    },
    // Nobody else edits them.
    siteEdits: { after: reading(() => []), last: reading(() => []), forget: keptNowhere() },
    hosts: {
      all: reading(() => [...hosts.values()]),
      put: writing((host) => {
        hosts.set(host.host, host);
        return 1;
      }),
      remove: writing(({ host }) => Number(hosts.delete(host))),
    },
    runs: { lasted: keptNowhere() },
    keptStates: undefined,
    visits: {
      insert: adding(({ page, title, level, reward, new_external, relevance }) => {
        if (page !== null && !yields.has(page)) yields.set(page, { title, level, reward, new_external, relevance });
        // It is not kept.
        return { id: 0 };
      }),
      remove: keptNowhere(),
    },
    observed: {
      yieldOf: finding(({ page }) => yields.get(page)),
      // There are no earlier runs to learn from.
      visits: reading(() => []),
      links: reading(() => []),
      texts: reading(() => []),
      external: reading(() => []),
      addresses: reading(() => []),
    },
  };
}
