import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from '@playwright/test';

/** What each folder of src/ may import: itself, and what lies below it. Never sideways, never up. */
const layers: Record<string, readonly string[]> = {
  domain: [],
  url: ['domain'],
  analysis: ['domain'],
  rewards: ['domain', 'url'],
  'site-rules': ['domain'],
  'link-orders': ['domain'],
  'revisit-rules': ['domain'],
  capture: ['domain', 'url'],
  storage: ['domain', 'url'],
  export: ['domain', 'storage'],
  strategies: ['domain', 'rewards', 'site-rules', 'link-orders'],
  frontier: ['domain', 'url', 'analysis', 'rewards', 'site-rules', 'link-orders', 'storage', 'strategies'],
  demo: ['domain', 'url'],
  lab: [
    'domain',
    'url',
    'rewards',
    'site-rules',
    'link-orders',
    'revisit-rules',
    'storage',
    'export',
    'strategies',
    'frontier',
  ],
  crawl: [
    'domain',
    'url',
    'analysis',
    'rewards',
    'site-rules',
    'link-orders',
    'revisit-rules',
    'capture',
    'storage',
    'strategies',
    'frontier',
  ],
};
const all = Object.keys(layers);
layers.cli = all;

/** Packages that only some places may import. */
const keptTo: Record<string, readonly string[]> = {
  '@crawlee': ['crawl/'],
  crawlee: [],
  playwright: ['capture/'],
  kysely: ['storage/', 'frontier/'],
  'better-sqlite3': ['storage/open.ts'],
  commander: ['cli/'],
};

const root = join(import.meta.dirname, '..', 'src');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^|\n)(?:import|export)[^;]*?from '([^']+)'|import\('([^']+)'\)/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? '');

test('the scan sees the imports that are there', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(importsOf('crawl/visit-pages.ts')).toContain('@crawlee/basic');
});

for (const file of files) {
  const folder = file.split('/')[0] ?? '';
  test(`src/${file} imports only what it may`, () => {
    const allowed = layers[folder];
    expect(allowed, `src/${folder} is a layer`).toBeDefined();
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) {
        const target = relative(root, normalize(join(root, dirname(file), name))).split('/')[0] ?? '';
        expect([folder, ...(allowed ?? [])], `${file} imports ${name}`).toContain(target);
        expect(name, 'relative imports name the file').toMatch(/\.(ts|mjs)$/);
      }
      const places = keptTo[name.split('/')[0] ?? ''];
      if (places)
        expect(
          places.some((place) => file.startsWith(place)),
          `${file} imports ${name}`,
        ).toBe(true);
    }
  });
}

/** The wings of capture/ and what each may import beside the shared ground at its door; acts and browser, documents and files need each other. */
const wings: Record<string, readonly string[]> = {
  addresses: [],
  encoding: [],
  network: [],
  session: [],
  walk: ['addresses'],
  documents: ['addresses', 'encoding', 'walk', 'files'],
  files: ['addresses', 'encoding', 'network', 'walk', 'documents'],
  http: ['addresses', 'encoding', 'network', 'session', 'walk', 'documents', 'files', 'techniques'],
  acts: ['walk', 'browser'],
  browser: ['addresses', 'encoding', 'network', 'session', 'walk', 'files', 'acts', 'http', 'techniques'],
  techniques: ['addresses', 'network', 'walk', 'documents', 'acts', 'browser'],
  adaptive: ['addresses', 'network', 'documents', 'http'],
};

for (const file of files.filter((one) => one.startsWith('capture/'))) {
  const [, wing = '', ...inside] = file.split('/');
  test(`src/${file} stands in a wing, and imports only what that may`, () => {
    if (inside.length === 0)
      return expect(['capture.ts', 'find-links.ts', 'loaded-page.ts', 'second-way.ts']).toContain(wing);
    const allowed = [wing, ...(wings[wing] ?? [])];
    const targets = importsOf(file)
      .filter((name) => name.startsWith('.'))
      .map((name) => relative(join(root, 'capture'), normalize(join(root, dirname(file), name))).split('/'));
    const others = targets.filter(
      ([folder = '', name]) => folder !== '..' && name !== undefined && !allowed.includes(folder),
    );
    expect(others).toEqual([]);
  });
}

test('no folder or file of a name that says nothing', () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|internals?|misc|common|index)(\/|\.ts)/.test(file))).toEqual(
    [],
  );
});

test('addresses are parsed in one place', () => {
  const calling = (call: RegExp) => files.filter((file) => call.test(readFileSync(join(root, file), 'utf8')));
  // Node 20 refuses some once it runs hot; in the browser it is right.
  expect(calling(/URL\.canParse\(/)).toEqual(['capture/browser/browser-dom.ts']);
  // What is not resolved there is not escaped as in Chromium. Others read what was, or parts of this program.
  const resolving = calling(/new URL\((?!'\/|`\.)[^()]+, /).filter((file) => !/^(demo|lab)\//.test(file));
  expect(resolving.sort()).toEqual(['crawl/nights/catch-up.ts', 'frontier/table-frontier.ts', 'url/parse.ts']);
});
