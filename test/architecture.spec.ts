import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import {
  collaborators,
  crowdedFolders,
  fragments,
  knownTypes,
  MOST_COLLABORATORS,
  MOST_LINES,
  missingPaths,
  proseOf,
} from './house-rules.ts';
import { must } from './in-loops.ts';
import { test } from './plain-test.ts';
import { circles, exportsOf, importsOf, loadsOneOf, root, sourcesOf, textOf } from './source-files.ts';

/** Imports permitted to each folder of src/: itself, and layers below it. Never sideways, never up. */
const layers: Record<string, readonly string[]> = {
  domain: [],
  url: ['domain'],
  safety: ['domain', 'url'],
  analysis: ['domain'],
  rewards: ['domain', 'url'],
  'site-rules': ['domain'],
  'link-orders': ['domain', 'url', 'analysis'],
  topics: ['domain', 'url'],
  // Each option once, read by all that crawl, query or display.
  options: ['domain', 'url'],
  'revisit-rules': ['domain'],
  capture: ['domain', 'url', 'safety'],
  storage: ['domain', 'url'],
  export: ['domain', 'storage'],
  // Counts of links between sites, from stored data only.
  webometrics: ['domain', 'url', 'analysis', 'storage'],
  // Links as graphs, and the formats of programs that read them.
  graphs: ['domain', 'url', 'analysis', 'storage', 'export', 'webometrics'],
  strategies: ['domain', 'rewards', 'site-rules', 'link-orders', 'topics'],
  frontier: ['domain', 'url', 'analysis', 'rewards', 'site-rules', 'link-orders', 'storage', 'strategies'],
  // Workers of one crawl: their working sets, and the shared record.
  cluster: ['domain', 'url', 'storage', 'strategies', 'frontier'],
  demo: ['domain', 'url'],
  lab: [
    'domain',
    'url',
    'analysis',
    'rewards',
    'site-rules',
    'link-orders',
    'revisit-rules',
    'storage',
    'export',
    'strategies',
    'frontier',
  ],
  // Reports on stored data: no web requests, no writes.
  reports: [
    'domain',
    'url',
    'safety',
    'analysis',
    'link-orders',
    'capture',
    'options',
    'storage',
    'strategies',
    'frontier',
    'webometrics',
  ],
  crawl: [
    'cluster',
    'domain',
    'url',
    'safety',
    'analysis',
    'rewards',
    'site-rules',
    'link-orders',
    'capture',
    'storage',
    'strategies',
    'frontier',
    'options',
    'reports',
  ],
  // A recrawl run visits pages and reaches the Web as a crawl does, on its own frontier. Link checks request links
  // again.
  'dead-links': ['domain', 'url', 'options', 'capture', 'storage', 'export', 'frontier', 'crawl'],
  // News of runs, sent by mail and other channels.
  notify: ['domain', 'url', 'storage', 'export'],
  recrawl: [
    'cluster',
    'domain',
    'url',
    'safety',
    'options',
    'revisit-rules',
    'storage',
    'strategies',
    'frontier',
    'reports',
    'crawl',
  ],
};
// The package's programming interface.
layers.library = ['domain', 'url', 'topics', 'options', 'reports', 'crawl'];
// The server's side; browser code may import less, see below.
layers.dashboard = Object.keys(layers).filter((layer) => layer !== 'library');
const all = Object.keys(layers);
layers.cli = all;

/** Packages restricted to some places. */
const keptTo: Record<string, readonly string[]> = {
  '@crawlee': ['crawl/'],
  crawlee: [],
  playwright: ['capture/'],
  kysely: ['storage/', 'frontier/', 'cluster/'],
  pg: ['cluster/'],
  'better-sqlite3': ['storage/open.ts'],
  commander: ['cli/'],
  hono: ['dashboard/'],
  'prom-client': ['dashboard/'],
  '@hono': ['dashboard/'],
  preact: ['dashboard/client/'],
  '@preact': ['dashboard/client/'],
  uplot: ['dashboard/client/'],
  sigma: ['dashboard/client/graph/'],
  graphology: ['dashboard/client/graph/', 'analysis/network/'],
};

const files = sourcesOf('src').filter((file) => /\.tsx?$/.test(file));
const everywhere = ['src', 'test', 'bench'].flatMap(sourcesOf);
/** Paths of all files below a folder, from the root. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`);
const partsOf = (file: string): readonly string[] => file.split('/');

test('the scan sees all imports and exports', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(importsOf('src/crawl/visit-pages.ts')).toContainEqual(
    expect.objectContaining({ from: '@crawlee/basic', names: expect.arrayContaining(['BasicCrawler', 'log']) }),
  );
  expect(importsOf('src/cli/run-crawl.ts')).toContainEqual({
    ...{ from: '../crawl/crawl.ts', file: 'src/crawl/crawl.ts', names: ['crawl'], isLate: true },
    isType: false,
  });
  expect(importsOf('src/capture/documents/in-thread.ts')).toContainEqual(
    expect.objectContaining({ from: './readers.ts', names: undefined, isLate: false, isType: true }),
  );
  expect(exportsOf('src/storage/open.ts')).toEqual(expect.arrayContaining(['openStore', 'Store', 'storageError']));
});

for (const file of files) {
  const [, folder = ''] = partsOf(file);
  test(`${file} imports only permitted files`, () => {
    const allowed = layers[folder];
    expect(allowed, `src/${folder} is a layer`).toBeDefined();
    for (const { from, file: target } of importsOf(file)) {
      if (from.startsWith('.')) {
        const [top, other = ''] = partsOf(target ?? '');
        must(top === 'src', `${file} imports of src/: ${from}`);
        must(folder === other || allowed?.includes(other) === true, `${file} may import ${from}`);
        must(/\.(tsx?|mjs)$/.test(from), `relative imports name the file: ${from}`);
      }
      const places = keptTo[from.split('/')[0] ?? ''];
      must(!places || places.some((place) => file.startsWith(`src/${place}`)), `${file} may import ${from}`);
    }
  });
}

test("tests don't use the browser of Playwright's own `test`, which costs 10 ms each", () => {
  const taking = everywhere.filter((file) =>
    importsOf(file).some(({ from, names }) => from === '@playwright/test' && names?.includes('test')),
  );
  expect(taking).toEqual([]);
});

test('bench/ imports from test/ only webs and database servers, and test/ imports nothing from bench/', () => {
  const targets = (folder: string) =>
    sourcesOf(folder).flatMap((file) => importsOf(file).map(({ file: target = '' }) => target));
  const allowed = /^$|^(src|bench|test\/site)\/|^test\/cluster\/(postgres-server|chaos)\.ts$/;
  expect(targets('bench').filter((target) => !allowed.test(target))).toEqual([]);
  expect(targets('test').filter((target) => target.startsWith('bench/'))).toEqual([]);
});

test('Chromium is started in one file, and specs that do not load it need none', () => {
  const starting = everywhere.filter((file) =>
    /\.(launch|launchPersistentContext|connectOverCDP)\(/.test(textOf(file)),
  );
  expect(starting).toEqual(['src/capture/browser/chromium.ts']);
  const needs = (spec: string) => loadsOneOf(`test/${spec}.spec.ts`, new Set(['src/capture/browser/chromium.ts']));
  // Three cases: by another file of test/, by its own imports, and not at all.
  expect(['capture/links', 'capture/browser/tab', 'url/parse'].map(needs)).toEqual([true, true, false]);
});

test('no circular imports, types included', () => {
  // A verb loads its implementation when it runs, which imports the verb's options: not circular at load time.
  const edges = (file: string) =>
    importsOf(file).flatMap(({ file: target, isLate }) => (target !== undefined && !isLate ? [target] : []));
  expect(circles(everywhere, edges)).toEqual([]);
});

/** Users of each export, by `file: name`. */
const users = new Map<string, Set<string>>();
for (const file of [...everywhere, 'playwright.config.ts'])
  for (const { file: target, names } of importsOf(file))
    for (const name of target === undefined ? [] : (names ?? exportsOf(target))) {
      const known = users.get(`${target}: ${name}`) ?? new Set();
      users.set(`${target}: ${name}`, known.add(partsOf(file)[0] ?? ''));
    }
// Piscina runs the default export of a thread's file; programs import the library.
const exported = everywhere
  .filter((file) => file !== 'src/library/library.ts')
  .flatMap((file) => exportsOf(file).flatMap((name) => (name === 'default' ? [] : [`${file}: ${name}`])));

test('exports are used in another file', () => {
  expect(exported.filter((name) => !users.has(name))).toEqual([]);
});

/** Exports used only by tests and benchmarks: each is a part that cannot be observed through its users. */
const FOR_TESTS = [
  'src/analysis/trec/evaluation.ts: RankedTopic',
  'src/analysis/trec/evaluation.ts: averagePrecision',
  'src/analysis/trec/evaluation.ts: interpolatedPrecision',
  'src/analysis/trec/evaluation.ts: ndcg',
  'src/analysis/trec/evaluation.ts: precision',
  'src/analysis/trec/evaluation.ts: precisionAt',
  'src/analysis/trec/evaluation.ts: recall',
  'src/capture/browser/debug/draw-links.ts: linkColours',
  'src/capture/network/answer-rules.ts: headerSaysNofollow',
  'src/capture/network/answer-rules.ts: saysNofollow',
  'src/cli/cron-runs.ts: CronRuns',
  'src/cli/options/flags.ts: readOptions',
  'src/cli/options/options-page.ts: optionsPage',
  'src/cli/verbs/crawl/crawl.ts: refuseIdle',
  'src/cli/verbs/try-out/lab.ts: strategyList',
  'src/cli/verbs/results/links.ts: editedLinks',
  'src/demo/texts/legacy-encoding.ts: LegacyEncoding',
  'src/demo/page-changes.ts: Clock',
  'src/demo/page-changes.ts: fateOf',
  'src/demo/page-changes.ts: fates',
  'src/domain/rank.ts: compareRanks',
  'src/domain/visit.ts: outcomes',
  'src/export/changes.ts: changeColumns',
  'src/frontier/learners.ts: ModelSnapshots',
  'src/frontier/leases.ts: LEASE',
  'src/frontier/sites/site-status.ts: SiteEvent',
  'src/frontier/sites/site-status.ts: SiteThen',
  'src/frontier/sites/site-status.ts: statusAfter',
  'src/frontier/sites/sites-to-pick.ts: OrderedSites',
  'src/lab/missed-links.ts: lostOf',
  'src/lab/oracle/graph.ts: LevelVisit',
  'src/lab/oracle/graph.ts: RowsBuilder',
  'src/lab/oracle/graph.ts: levelWalk',
  'src/lab/recrawl/known-rates.ts: expectedLoss',
  'src/lab/recrawl/recrawl-lab.ts: revisitsARun',
  'src/lab/recrawl/recrawl-lab.ts: shareOfPossible',
  'src/lab/report/report-page.ts: thinned',
  'src/lab/synthetic/spec.ts: parseSpec',
  'src/lab/synthetic/synthetic-world.ts: syntheticWorld',
  'src/lab/train.ts: weightsOf',
  'src/link-orders/learned/boosted-trees.ts: fitTrees',
  'src/link-orders/learned/kept-state.ts: CODE',
  'src/link-orders/learned/learned.ts: withLinkLists',
  'src/link-orders/learned/link-model.ts: Repeats',
  'src/link-orders/learned/waiting-links.ts: LinkRows',
  'src/link-orders/topical/topic.ts: documentLists',
  'src/link-orders/topical/topic.ts: haveTexts',
  'src/link-orders/topical/train-future.ts: qValues',
  'src/revisit-rules/rates.ts: worthOfCheck',
  'src/storage/lists/history.ts: ChangeFilter',
  'src/storage/open.ts: openStoreToEdit',
  'src/topics/words.ts: WordTable',
  'src/url/classify.ts: MAX_URL_LENGTH',
  'src/url/traps.ts: trapKinds',
];

test('exports used only by tests and benchmarks are listed', () => {
  const forTests = exported.filter(
    (name) => name.startsWith('src/') && users.has(name) && !users.get(name)?.has('src'),
  );
  expect(forTests.filter((name) => !FOR_TESTS.includes(name))).toEqual([]);
  expect(
    FOR_TESTS.filter((name) => !forTests.includes(name)),
    'listed, and no longer so',
  ).toEqual([]);
});

/**
 * The wings of capture/ and the imports permitted to each beyond the shared ground at its door; explore and browser,
 * documents and files need each other.
 */
const wings: Record<string, readonly string[]> = {
  addresses: [],
  encoding: [],
  network: [],
  session: [],
  walk: ['addresses'],
  documents: ['addresses', 'encoding', 'walk', 'files'],
  files: ['addresses', 'encoding', 'network', 'walk', 'documents'],
  http: ['addresses', 'encoding', 'network', 'session', 'walk', 'documents', 'files', 'find'],
  // In-page code, and its arguments and answers as seen by other wings.
  'in-page': ['walk', 'explore'],
  explore: ['walk', 'browser'],
  // Reasons for failed loads, from what the browser has observed.
  diagnosis: [],
  browser: [
    ...['addresses', 'encoding', 'network', 'session', 'walk', 'files', 'explore', 'http', 'find', 'diagnosis'],
    'in-page',
  ],
  find: ['addresses', 'network', 'walk', 'documents', 'explore', 'browser', 'in-page'],
  adaptive: ['addresses', 'network', 'documents', 'http'],
};

for (const file of files.filter((one) => one.startsWith('src/capture/'))) {
  const [, , wing = '', ...inside] = partsOf(file);
  test(`${file} belongs to a wing, and imports only what its wing may`, () => {
    if (inside.length === 0)
      return expect([
        'capture.ts',
        'find-links.ts',
        'loaded-page.ts',
        'fallback-capture.ts',
        'error-pages.ts',
      ]).toContain(wing);
    const allowed = [wing, ...(wings[wing] ?? [])];
    const targets = importsOf(file).flatMap(({ file: target }) =>
      target?.startsWith('src/capture/') ? [partsOf(target)] : [],
    );
    const others = targets.filter(([, , folder = '', name]) => name !== undefined && !allowed.includes(folder));
    expect(others).toEqual([]);
  });
}

test('browser code imports its own plain types, and only types of the server', () => {
  const client = files.filter((file) => file.startsWith('src/dashboard/client/'));
  expect(client.length).toBeGreaterThan(10);
  const targets = client.flatMap((file) =>
    importsOf(file).flatMap(({ file: target = '', isType }) =>
      isType && /^src\/dashboard\//.test(target) ? [] : [target],
    ),
  );
  expect(targets.filter((file) => !/^$|^src\/(dashboard\/client|domain)\//.test(file))).toEqual([]);
  const others = files.filter((file) => !file.startsWith('src/dashboard/client/'));
  const back = others.flatMap((file) => importsOf(file).map(({ file: target = '' }) => target));
  expect(back.filter((file) => file.startsWith('src/dashboard/client/'))).toEqual([]);
});

test('code bundled for pages imports only files without Node, and these import only types from it', () => {
  const isInPage = (file: string) => file.startsWith('src/capture/in-page/');
  const valuesOf = (file: string) =>
    importsOf(file).flatMap(({ from, file: target = from, isType }) => (isType ? [] : [target]));
  const inPage = files.filter(isInPage);
  expect(inPage.length).toBeGreaterThan(30);
  const taken = inPage.flatMap(valuesOf).filter((target) => !isInPage(target));
  expect([...new Set(taken)].sort()).toEqual([
    'src/capture/explore/gestures.ts',
    'src/capture/walk/walk-links.ts',
    'src/capture/walk/walk-rules.ts',
    'src/capture/walk/walk-texts.ts',
    'src/domain/page.ts',
  ]);
  expect(
    files
      .filter((file) => !isInPage(file))
      .flatMap(valuesOf)
      .filter(isInPage),
  ).toEqual([]);
  // Nothing else is sent into pages as a function's text; the reader of PDF documents is sent to a thread.
  const sent = files.filter((file) => file.startsWith('src/capture/') && /\w\.toString\(\)\}/.test(textOf(file)));
  expect(sent).toEqual(['src/capture/files/pdf.ts']);
});

test('the top level has only expected entries, and ignored ones', () => {
  const places =
    'src test bench docs data deploy LICENSE CITATION.cff README.md CONTRIBUTING.md package.json package-lock.json playwright.config.ts';
  const settings = 'biome.json tsconfig.json tsconfig.types.json';
  const ignored = textOf('.gitignore').split(/\/?\n/);
  const known = new Set([...`${places} ${settings}`.split(' '), ...ignored]);
  expect(readdirSync(root).filter((name) => !name.startsWith('.') && !known.has(name))).toEqual([]);
});

test('no folder or file has a meaningless name', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|internals?|misc|common|index)(\/|\.tsx?)/.test(file))).toEqual(
    [],
  );
});

test('addresses are parsed in one place', () => {
  const calling = (call: RegExp) => files.filter((file) => call.test(textOf(file)));
  // Node 20 rejects some valid ones after JIT compilation; the browser does not.
  expect(calling(/URL\.canParse\(/)).toEqual(['src/capture/in-page/browser-dom.ts']);
  // Unresolved addresses are not escaped as in Chromium. Other uses read resolved ones, or parts of this program.
  const resolving = calling(/new URL\((?!'\/|`\.)[^()]+, /).filter((file) => !/^src\/(demo|lab)\//.test(file));
  expect(resolving.sort()).toEqual([
    'src/capture/in-page/page-world/noted-calls.ts',
    'src/frontier/sites/ready-sites.ts',
    'src/recrawl/page-rows.ts',
    'src/url/parse.ts',
  ]);
});

/** Permitted fragments, each with the reason. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  'src/capture/files/registry.ts': 'the list of kinds of files',
  'src/capture/in-page/our-world.ts': 'the build makes a script of it; only its type is imported',
  'src/demo/client/hash-app-script.ts': 'a script of a page',
  'src/demo/client/search-script.ts': 'a script of a page',
};

/** Folders over the limit, each with the reason. */
const CROWDED: Readonly<Record<string, string>> = {};

/** Objects over the limit, each with the reason. */
const MANY_COLLABORATORS: Readonly<Record<string, string>> = {};

/** Named paths outside the repository's tree, each with its place. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'bench/capture-webs.ts: serve.mjs': 'in the suites of pages',
  'bench/served-sites.ts: serve.mjs': 'in the suites of pages',
  'docs/dashboard.md: NAME.ts': 'stands for any file',
  'docs/dashboard.md: NAME.tsx': 'stands for any file',
};

/** Expects a rule to be broken by the listed names alone, and by each of them. */
function expectOnly(broken: readonly string[], listed: Readonly<Record<string, string>>): void {
  expect(broken.filter((name) => !(name in listed))).toEqual([]);
  expect(
    Object.keys(listed).filter((name) => !broken.includes(name)),
    'listed, and no longer so',
  ).toEqual([]);
}

const inSrc = sourcesOf('src');
const importersOf = new Map<string, Set<string>>();
for (const file of inSrc)
  for (const { file: target = '' } of importsOf(file))
    importersOf.set(target, (importersOf.get(target) ?? new Set()).add(file));
const rawTextOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const linesOf = (file: string): number => rawTextOf(file).split('\n').length - 1;
const broken = {
  fragments: fragments(
    files.map((file) => ({ file, lines: linesOf(file), importers: [...(importersOf.get(file) ?? [])] })),
  ),
  crowded: crowdedFolders(inSrc),
  collaborators: (() => {
    const types = knownTypes(files.map(textOf));
    return files.flatMap((file) =>
      collaborators(textOf(file), types).flatMap(({ name, count }) =>
        count > MOST_COLLABORATORS ? [`${file}: ${name}`] : [],
      ),
    );
  })(),
};

test('no file is a fragment used by only one other file, and none is too long', () => {
  expectOnly(broken.fragments, FRAGMENTS);
  expect(files.filter((file) => linesOf(file) > MOST_LINES)).toEqual([]);
});

test('a folder holds at most 20 files', () => {
  expectOnly(broken.crowded, CROWDED);
});

test('an object takes at most eight collaborators', () => {
  expectOnly(broken.collaborators, MANY_COLLABORATORS);
});

test('every path named in a comment or a page of docs exists', () => {
  const pages = sourcesIn('docs').filter((file) => file.endsWith('.md'));
  const known = [...['src', 'test', 'bench', 'docs', 'data', 'deploy'].flatMap(sourcesIn), ...readdirSync(root)];
  const missing = [...everywhere, ...pages, 'README.md', 'CONTRIBUTING.md'].flatMap((file) =>
    missingPaths(proseOf(file, rawTextOf(file)), known).map((path) => `${file}: ${path}`),
  );
  expect(missing.filter((name) => !(name in NAMED_ELSEWHERE))).toEqual([]);
  expect(
    Object.keys(NAMED_ELSEWHERE).filter((name) => !missing.includes(name)),
    'listed, and no longer so',
  ).toEqual([]);
});

test('the checks of architecture detect violations', () => {
  const small = { file: 'src/a/b.ts', lines: 24, importers: ['src/a/c.ts'] };
  expect(fragments([small])).toEqual(['src/a/b.ts']);
  const allowed = [
    { ...small, lines: 25 },
    { ...small, importers: [] },
    { ...small, importers: ['src/a/c.ts', 'src/d.ts'] },
    { ...small, importers: ['src/a/registry.ts'] },
  ];
  expect(fragments(allowed)).toEqual([]);

  const filesOf = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.ts`);
  expect(crowdedFolders([...filesOf('src/a', 21), ...filesOf('src/b', 20), ...filesOf('src/b/c', 20)])).toEqual([
    'src/a',
  ]);

  // Comment markers are inserted here, as the rule also reads this file.
  const code = "< See crawl/gone.ts and a.ts. >\nconst url = 'http://x/no.ts'; % kept in src/gone/\nimport './none.ts';"
    .replace('<', '/*')
    .replace('>', '*/')
    .replace('%', '//');
  expect(missingPaths(proseOf('src/a.ts', code), ['src/a.ts'])).toEqual(['crawl/gone.ts', 'src/gone/']);
  const page = 'As `src/a.ts`, [there](gone.md), in `src/b/`:\n```ts src/new.ts\nimport "./new.ts";\n```\n';
  expect(missingPaths(proseOf('docs/x.md', page), ['src/a.ts', 'src/b/c.ts'])).toEqual(['gone.md']);

  const source = `
    type Id = number;
    interface Base { readonly log: Log; readonly other: Other }
    interface ThingParts extends Pick<Base, 'log'> {
      readonly a: A; readonly ids: readonly Id[]; readonly name?: string; now(): number; readonly say: (line: string) => void;
      readonly kind: 'one' | 'Two';
    }
    class Thing { readonly #parts: ThingParts; constructor(parts: ThingParts, id: Id, b: B<C, D>, done: () => void) {} }
    class Empty { read(c: C) {} }
    export async function openThing({ a, say }: ThingParts, count = 1): Promise<Thing> {}
  `;
  expect(collaborators(source, knownTypes([source]))).toEqual([
    { name: 'Thing', count: 6 },
    { name: 'openThing', count: 4 },
  ]);
});
