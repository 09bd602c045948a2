import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parse as parseYaml } from 'yaml';
import { BadInput } from '../../../src/domain/errors.ts';
import { parseSpec, readSpec, type SyntheticSpec } from '../../../src/lab/synthetic/spec.ts';
import { syntheticWorld } from '../../../src/lab/synthetic/synthetic-world.ts';
import { test } from '../../plain-test.ts';
import { walk } from './walk.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const shipped = (set: string): SyntheticSpec => readSpec(join(root, 'data', 'webs', `beebot-${set}.yaml`));
const site = { url: 'http://www.limnology.example/', kind: 'institute', pages: 100, links: 50 };

const mistakes: readonly (readonly [what: string, sites: unknown, complaint: RegExp])[] = [
  ['no sites', [], /^web: sites: /],
  [
    'a field that is missing',
    [site, { ...site, url: 'http://b.example/', pages: undefined }],
    /^web: sites\[1\]\.pages: /,
  ],
  ['a field that does not exist', [{ ...site, page: 5 }], /^web: sites\[0\]: .*"page"/],
  ['a kind that does not exist', [{ ...site, kind: 'academy' }], /^web: sites\[0\]\.kind: .*"institute"/],
  ['no address', [{ ...site, url: 'limnology' }], /^web: sites\[0\]\.url: must be an absolute http\(s\) address$/],
  [
    'a companion for a site',
    [{ ...site, url: 'http://www.baltic-museum.example/' }],
    /\.url: is an address that made-up/,
  ],
  ['a share above 1', [{ ...site, pockets: { hubs: 1, share: 2 } }], /^web: sites\[0\]\.pockets\.share: /],
  ['a range upside down', [{ ...site, pages: [9, 5] }], /^web: sites\[0\]\.pages: .*the least comes first/],
  [
    'half a range',
    [{ ...site, links: [9] }],
    /^web: sites\[0\]\.links: must be a whole number, or a list of the least and the most$/,
  ],
  ['an address twice', [site, site], /^web: sites\[1\]\.url: http:\/\/www\.limnology\.example\/ stands there twice$/],
  [
    'a site that is of a group, too',
    [
      { ...site, count: 3, url: 'http://uni{n}.example' },
      { ...site, url: 'http://uni2.example/' },
    ],
    /^web: sites\[1\]\.url: http:\/\/uni2\.example\/ stands there twice$/,
  ],
  ['a group with one address', [{ ...site, count: 2 }], /^web: sites\[0\]\.url: .*\{n\}/],
  [
    'too many links',
    [{ ...site, pages: 10, dry: 4, most: 8 }],
    /^web: sites\[0\]\.links: 50 links have no room on 6 pages of at most 8$/,
  ],
  [
    'too many links by the bounds',
    [{ ...site, pages: [10, 99], links: [1, 50], most: 4 }],
    /^web: sites\[0\]\.links: 50 links have no room on 10 pages of at most 4$/,
  ],
  [
    'more boilerplate than links',
    [{ ...site, boilerplate: { external: 51 } }],
    /^web: sites\[0\]\.boilerplate\.external: 51 links on every page, but 50 in all$/,
  ],
];

for (const [what, sites, complaint] of mistakes) {
  test(`a spec with ${what} is bad input, reported in one line`, () => {
    const message = messageOf(() => parseSpec({ sites }, 'web'));
    expect(message).toMatch(complaint);
    expect(message).not.toContain('\n');
  });
}

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof BadInput) return error.message;
    throw error;
  }
  throw new Error('no error');
}

test('a missing or invalid YAML file is bad input that names it; JSON is read, and names the web', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-spec-'));
  try {
    const file = join(folder, 'small.json');
    expect(messageOf(() => readSpec(file))).toContain(`can't read ${file}: `);
    writeFileSync(file, '{"sites": [');
    expect(messageOf(() => readSpec(file))).toMatch(/can't read .*small\.json: [^\n]+$/);
    writeFileSync(file, JSON.stringify({ sites: [{ ...site, pages: 0 }] }));
    expect(messageOf(() => readSpec(file))).toContain(`${file}: sites[0].pages: `);
    writeFileSync(file, JSON.stringify({ sites: [site] }));
    expect(readSpec(file)).toMatchObject({ name: 'small', sites: [{ most: 60, levels: 5 }] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the shipped specs have the pages and links of the paper's sites, each set ten sites", () => {
  const sites = new Map<string, { readonly pages: number; readonly links: number }>();
  for (const set of ['institutes', 'universities', 'mixed']) {
    const spec = shipped(set);
    expect(spec.name).toBe(`beebot-${set}`);
    expect(spec.sites).toHaveLength(10);
    for (const { url, ...other } of spec.sites) {
      const [pages, links] = [Number(other.pages), Number(other.links)];
      expect(sites.get(url) ?? { pages, links }, url).toEqual({ pages, links });
      sites.set(url, { pages, links });
    }
  }
  const sum = (field: 'pages' | 'links') => [...sites.values()].reduce((all, one) => all + one[field], 0);
  expect({ sites: sites.size, pages: sum('pages'), links: sum('links') }).toEqual({
    sites: 20,
    pages: 105_711,
    links: 8_990,
  });
  // §4, the list of the mixed sample.
  const paper = `binran.ru 1298/29, zin.ru 1100/69, orientalstudies.ru 2411/48, pushkinskijdom.ru 39292/129,
    iling.spb.ru 3192/431, pgups.ru 3523/19, rshu.ru 1766/409, spbstu.ru 1471/214, spbu.ru 12935/903, finec.ru 7253/1048`;
  const mixed = shipped('mixed').sites.map(({ url, pages, links }) => {
    const host = new URL(url).hostname.replace(/^www\./, '');
    return `${host} ${pages}/${links}`;
  });
  expect(mixed).toEqual(paper.split(/,\s+/));
});

test('a site is the same in both sets that have it, so that they differ by the other sites alone', () => {
  const alone = [...shipped('institutes').sites, ...shipped('universities').sites];
  for (const one of shipped('mixed').sites) expect(alone).toContainEqual(one);
});

test('every spec in data/webs and in docs/lab-webs.md is valid', () => {
  for (const file of readdirSync(join(root, 'data', 'webs')))
    expect(() => readSpec(join(root, 'data', 'webs', file)), file).not.toThrow();
  const page = readFileSync(join(root, 'docs', 'lab-webs.md'), 'utf8');
  const examples = [...page.matchAll(/^```yml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => parseYaml(text) as unknown);
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) {
    const world = syntheticWorld(parseSpec(example, 'docs'), 'a');
    for (const place of world.sites.keys()) expect(walk(world, place, 'breadth', 50).answers).toHaveLength(50);
  }
});

test('docs/lab-webs.md describes every field, and no other', () => {
  const page = readFileSync(join(root, 'docs', 'lab-webs.md'), 'utf8');
  const [, section = ''] = page.split(/^## Synthetic webs$/m);
  const told = [...section.matchAll(/^- ((?:`\w+`(?:, )?)+)(?: \(.*\))?:/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  );
  const full = parseSpec({ sites: [{ ...site, calendar: { months: 1 } }] }, 'web').sites[0] ?? {};
  expect(told.map((name) => name.replaceAll('`', '')).sort()).toEqual(Object.keys(full).sort());
});
