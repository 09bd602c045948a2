import { createRandom } from '../src/domain/random.ts';
import type { TopicDefinition } from '../src/domain/topic.ts';
import { type RecordedVisit, RecordedWorld } from '../src/lab/recorded/recording.ts';
import { RecordedTables } from '../src/lab/recorded/tables.ts';
import type { World } from '../src/lab/world.ts';

/** Communities of pages on the topic, and pages of each. */
const COMMUNITIES = 6;
const PAGES_EACH = 40;
/** Directories of papers in each, which have most of them. */
const DIRECTORIES = 4;
/** Pages off the topic between one community and the next. */
const PATH = 3;
/** Pages on unrelated things. */
const OTHERS = 800;
/** Pages whose links' texts have a word of the topic, without links of their own. */
const DECOYS = 100;

const ON_TOPIC = ['database', 'query', 'index', 'transaction', 'storage', 'schema', 'relation', 'optimizer'];
/** Names of directories of papers, and of pages that lead to other communities: without the topic's words. */
const WAYS = ['publications', 'technical reports', 'archive of papers', 'bibliography by year', 'reports directory'];
const OFF_TOPIC = (
  'weather sport parking canteen travel housing music garden history visitors calendar election holiday picture ' +
  'theatre bicycle library alumni football recipe river festival museum market bridge village journey letter winter'
).split(' ');

/** The topic of the communities. */
export const communityTopic: TopicDefinition = {
  name: 'databases',
  languages: ['en'],
  keywords: ON_TOPIC.map((term) => ({ term, weight: 1 })),
  targets: { types: ['pdf', 'ps'], read: false },
};

const HOST = 'http://communities.edu.test';

/** Tells whether an address is of a page of a community. */
export const isOfCommunity = (url: string): boolean => new URL(url).pathname.startsWith('/c');

interface Page {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  readonly links: { readonly path: string; readonly anchor: string }[];
}

/**
 * A web of communities far apart, made by a seed (Ma 2010, §1): pages on the topic link to each other in the topic's
 * words, and have a few papers, most of which are in directories whose names lack the topic's words; only pages off the
 * topic connect the communities, and the links that lead on use the names of the directories. Around them are pages on
 * other things, and some that have a word of the topic on their links and nothing behind them.
 */
export function communityWorld(seed: number): World {
  const random = createRandom(`communities ${seed}`);
  const words = (list: readonly string[], count: number) =>
    Array.from({ length: count }, () => random.pick(list)).join(' ');
  const pages = new Map<string, Page>();
  const add = (path: string, title: string, text: string): Page => {
    const page = { path, title, text, links: [] };
    pages.set(path, page);
    return page;
  };
  const start = add('/', 'University', words(OFF_TOPIC, 60));
  const others = Array.from({ length: OTHERS }, (_, at) => add(`/o/${at}`, words(OFF_TOPIC, 3), words(OFF_TOPIC, 80)));
  const decoys = Array.from({ length: DECOYS }, (_, at) => add(`/d/${at}`, words(OFF_TOPIC, 3), words(OFF_TOPIC, 80)));
  const communities = Array.from({ length: COMMUNITIES }, (_, community) =>
    Array.from({ length: PAGES_EACH }, (_, at) => {
      const text = `${words(ON_TOPIC, 15)} ${words(OFF_TOPIC, 45)}`;
      return add(`/c${community}/${at}`, `${words(ON_TOPIC, 1)} ${words(OFF_TOPIC, 2)}`, text);
    }),
  );
  const lead = (from: Page, to: Page, anchor: string) => from.links.push({ path: to.path, anchor });

  for (const [at, page] of others.entries()) {
    const parent = at < 20 ? start : (others[random.below(Math.floor(at / 2))] ?? start);
    lead(parent, page, words(OFF_TOPIC, 2));
    for (const other of random.sample(others, 3)) lead(page, other, words(OFF_TOPIC, 2));
  }
  for (const decoy of decoys) {
    lead(random.pick([...others, ...communities.flat()]), decoy, `${random.pick(ON_TOPIC)} ${words(OFF_TOPIC, 2)}`);
    lead(decoy, random.pick(others), words(OFF_TOPIC, 2));
  }
  let papers = 0;
  for (const [number, community] of communities.entries()) {
    for (const [at, page] of community.entries()) {
      const parent = community[random.below(Math.max(1, at))];
      if (at > 0 && parent) lead(parent, page, `${random.pick(ON_TOPIC)} ${random.pick(OFF_TOPIC)}`);
      for (const other of random.sample(community, 3))
        lead(page, other, `${random.pick(ON_TOPIC)} ${words(OFF_TOPIC, 1)}`);
      for (const other of random.sample(others, 3)) lead(page, other, words(OFF_TOPIC, 2));
      if (random.chance(0.3)) bear(page, random.between(1, 3));
    }
    for (let directory = 0; directory < DIRECTORIES; directory++) {
      const page = add(`/c${number}/papers-${directory}`, words(OFF_TOPIC, 2), words(OFF_TOPIC, 60));
      lead(random.pick(community), page, `${random.pick(WAYS)} ${random.pick(OFF_TOPIC)}`);
      bear(page, random.between(10, 25));
    }
    way(random.pick(communities[number - 1] ?? [start]), number, number === 0 ? 0 : PATH);
  }
  const tables = new RecordedTables();
  const visits = [...pages.values()].map((page) => visitOf(page, tables));
  return new RecordedWorld(`communities ${seed}`, { foldCase: false, ignored: new Set() }, tables, [
    { site: SITE, visits },
  ]);

  function bear(page: Page, count: number): void {
    for (let paper = 0; paper < count; paper++)
      page.links.push({ path: `/papers/${papers++}.ps`, anchor: `${random.pick(ON_TOPIC)} paper` });
  }

  /** Pages off the topic that lead from a page to a community. */
  function way(from: Page, community: number, length: number): void {
    let at = from;
    for (let step = 0; step < length; step++) {
      const next = add(`/w/${community}-${step}`, words(OFF_TOPIC, 2), words(OFF_TOPIC, 60));
      lead(at, next, `${random.pick(WAYS)} ${random.pick(OFF_TOPIC)}`);
      for (const other of random.sample(others, 5)) lead(next, other, words(OFF_TOPIC, 2));
      at = next;
    }
    const [first] = communities[community] ?? [];
    if (first) lead(at, first, `${random.pick(WAYS)} ${random.pick(OFF_TOPIC)}`);
  }
}

const SITE = { name: 'communities', shortName: 'communities', url: `${HOST}/`, kind: 'other', scope: 'host' } as const;

function visitOf({ path, title, text, links }: Page, tables: RecordedTables): RecordedVisit {
  const url = `${HOST}${path}`;
  return {
    ...{
      url,
      landed: url,
      level: path === '/' ? 0 : null,
      title,
      text: tables.addText(text),
      outcome: 'page',
      reason: '',
      httpStatus: 200,
    },
    ...{ contentType: 'text/html', milliseconds: 1000 },
    links: tables.addLinks(
      links.map((link) => ({
        ...{ url: `${HOST}${link.path}`, anchor: link.anchor },
        ...{ context: '', rel: '', element: 'a', tagPath: 'html body ul li a' },
      })),
    ),
  };
}
