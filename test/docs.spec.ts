import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { techniques } from '../src/capture/find/registry.ts';
import { captureLevels } from '../src/capture/find/technique.ts';
import { optionName, readOptions } from '../src/cli/options/flags.ts';
import { optionsPage } from '../src/cli/options/options-page.ts';
import { rememberedKeys } from '../src/cli/options/saved-options.ts';
import { readSitesFile } from '../src/cli/sites-file.ts';
import { ExitCode } from '../src/domain/errors.ts';
import { badReasons, linkStatuses, listedRoles } from '../src/domain/link.ts';
import { siteStatuses } from '../src/domain/site.ts';
import { outcomes } from '../src/domain/visit.ts';
import { changeColumns } from '../src/export/changes.ts';
import { edgesTable, linksTable, sitesTable } from '../src/export/columns.ts';
import { linkOrders } from '../src/link-orders/registry.ts';
import { metaOf } from '../src/options/option.ts';
import { rewards } from '../src/rewards/registry.ts';
import { siteRules } from '../src/site-rules/registry.ts';
import { openStore } from '../src/storage/open.ts';
import { presets } from '../src/strategies/registry.ts';
import { readTopicFile } from '../src/topics/topic-file.ts';
import { type Identity, identityKey, ignorableParts } from '../src/url/normalise.ts';
import { parseUrl } from '../src/url/parse.ts';
import { admission } from '../src/url/patterns.ts';
import { trapKinds } from '../src/url/traps.ts';
import { countingModels } from '../src/webometrics/models.ts';
import { countReports } from '../src/webometrics/registry.ts';
import { foragerIn } from './cli/forager.ts';
import { blocksOf, commandsOf, docs, read, root, verb, verbs } from './documents.ts';
import { FOLDED } from './frontier/world.ts';
import { test } from './plain-test.ts';
import { play } from './site-rules/play.ts';

const AS_WRITTEN: Identity = { foldCase: false, ignored: new Set() };
const strategyPages = readdirSync(join(root, 'docs', 'strategies')).map((name) => `docs/strategies/${name}`);
const prose = (path: string): string => read(path).replace(/^```[\s\S]*?^```$/gm, '');

/** The text below a heading, up to the next heading of the same or a higher level. */
function section(path: string, heading: string): string {
  const lines = prose(path).split('\n');
  const from = lines.findIndex((line) => line.replace(/^#+ /, '') === heading && line.startsWith('#'));
  const level = /^#+/.exec(lines[from] ?? '')?.[0].length ?? 0;
  expect(level, `${path} has a heading "${heading}"`).toBeGreaterThan(0);
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => (/^#+(?= )/.exec(line)?.[0].length ?? 9) <= level);
  return rest.slice(0, to < 0 ? undefined : to).join('\n');
}

/** The cells of the tables in a text, without their headings. */
const rows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line, index, lines) => /^\|/.test(line) && !/^\| ?-/.test(line) && !/^\| ?-/.test(lines[index + 1] ?? ''))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The names in backticks in the first cell of each row. */
const named = (text: string): string[] =>
  rows(text).flatMap(([first = '']) => [...first.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));

/** The names in backticks before the colon of each item of the lists in a text. */
const listed = (text: string): string[] =>
  [...text.matchAll(/^- ((?:`[\w@/.-]+`(?:, )?)+)[^:`]*:/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  );

/** The parameters in the lists of a text, with their defaults in brackets. */
const parametersIn = (text: string): string[][] =>
  [...text.matchAll(/^- `([\w-]+)` \(`?([^`)]+)`?\): /gm)].map(([, name = '', value = '']) => [name, value]);

test('README.md has at most 700 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(700);
});

test('pictures are small', () => {
  const pictures = readdirSync(join(root, 'docs', 'pictures'));
  for (const name of pictures) {
    expect(statSync(join(root, 'docs', 'pictures', name)).size, name).toBeLessThan(200_000);
    expect(
      docs.some((path) => read(path).includes(`pictures/${name})`)),
      `${name} is shown somewhere`,
    ).toBe(true);
  }
});

test('the keys of the JSON output are in docs/options.md', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-docs-'));
  const db = join(folder, 'crawl.sqlite');
  await foragerIn(folder, ['sites', 'add', 'http://uni.test/', '--db', db]);
  const { stdout } = await foragerIn(folder, ['status', '--db', db, '--json']);
  rmSync(folder, { recursive: true });
  const summary = z.looseObject({ sites: z.array(z.looseObject({})) }).parse(JSON.parse(stdout));
  const keys = [...Object.keys(summary), ...Object.keys(summary.sites[0] ?? {})];
  expect([...new Set(named(section('docs/options.md', 'JSON output')))].sort()).toEqual([...new Set(keys)].sort());
});

const scripts = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts;

for (const path of docs) {
  test(`${path}: links, files and scripts exist`, () => {
    for (const [, target = ''] of prose(path).matchAll(/\]\(([^)]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const aim = file === '' ? path : join(dirname(path), file);
      expect(existsSync(join(root, aim)), `${path} links to ${target}`).toBe(true);
      if (anchor === undefined) continue;
      const headings = [...prose(aim).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(headings, `${path} links to ${target}`).toContain(anchor);
    }
    for (const [, file = ''] of prose(path).matchAll(/`((?:src|test|docs|bench)\/[\w./-]+)`/g))
      if (!file.startsWith('bench/results')) expect(existsSync(join(root, file)), `${path} names ${file}`).toBe(true);
    for (const [, name = ''] of read(path).matchAll(/npm (?:run )?(start|test|(?<=run )[\w-]+)/g))
      expect(Object.keys(scripts), `${path} names npm ${name}`).toContain(name);
  });

  test(`${path}: its queries, sites files and config files are valid`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-docs-'));
    const store = await openStore(join(folder, 'crawl.sqlite'));
    try {
      for (const { text } of blocksOf(path, 'sql'))
        expect(() => store.connection.prepare(text).all(), text).not.toThrow();
      for (const { text } of blocksOf(path, 'csv')) {
        writeFileSync(join(folder, 'sites.csv'), text);
        expect(readSitesFile(join(folder, 'sites.csv'), 'host').bad).toEqual([]);
      }
      for (const { file, text } of blocksOf(path, 'yaml')) {
        const written = join(folder, file === 'topic.yaml' ? file : 'forager.yaml');
        writeFileSync(written, text);
        if (file === 'topic.yaml') {
          expect(() => readTopicFile(written), text).not.toThrow();
          continue;
        }
        await expect(
          readOptions(verb('crawl').options, { config: join(folder, 'forager.yaml') }),
          text,
        ).resolves.toBeDefined();
      }
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test('documents named in the code exist', () => {
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const [name] of read(`src/${file}`).matchAll(/docs\/[\w/-]+\.md/g))
      expect(docs, `src/${file}`).toContain(name);
  }
});

test('docs/options.md: its tables are up to date with npm run options-page, and it has at most 6,000 words', () => {
  const page = read('docs/options.md');
  expect(optionsPage(page)).toBe(page);
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(6000);
});

test('docs/options.md: all verbs, and no others', () => {
  const described = [...read('docs/options.md').matchAll(/^<!--([a-z][a-z -]*)-->$/gm)].map(([, name = '']) => name);
  expect(described.sort()).toEqual(verbs.map(({ name }) => name).sort());
});

for (const { name, options } of verbs) {
  test(`docs/options.md: the options of ${name}, all and no others`, () => {
    const own = section('docs/options.md', name);
    const inTables = rows(own).map(([option = '']) => /^`(--[a-z-]+|[A-Z]+)/.exec(option)?.[1]);
    const [, allOf, lacking = ''] = /^All options of \[([a-z -]+)\]\S*(?: but (.*?))?\./m.exec(own) ?? [];
    const others = [...own.matchAll(/As for \[[a-z -]+\]\S* (.*?)\./g)].map(([, list = '']) => list).join();
    const namesIn = (list: string) => [...list.matchAll(/`([\w-]+)`/g)].map(([, option]) => option);
    const inherited = allOf === undefined ? [] : Object.keys(verb(allOf).options.shape);
    const like = inherited.map((key) => optionName(key, verb(allOf).options));
    const told = [...inTables, ...namesIn(others), ...like.filter((option) => !namesIn(lacking).includes(option))];
    expect(told.sort()).toEqual(
      Object.keys(options.shape)
        .map((key) => optionName(key, options))
        .sort(),
    );
  });
}

test('every option named in a document exists', () => {
  const real = new Set(
    verbs.flatMap(({ options }) => Object.keys(options.shape).map((key) => optionName(key, options))),
  );
  const takenBack = rememberedKeys(verb('crawl').options)
    .map((key) => optionName(key, verb('crawl').options))
    .map((name) => (name.startsWith('--no-') ? name.replace('--no-', '--') : name.replace('--', '--no-')));
  for (const path of docs.filter((name) => !name.startsWith('docs/research/')))
    for (const [, flag = ''] of prose(path).matchAll(/`(--[a-z][a-z-]*)/g))
      expect([...real, ...takenBack, '--help', '--no-fold-case'], path).toContain(flag);
});

test('docs/options.md: what a crawl remembers, and what its database keeps', () => {
  const { options } = verb('crawl');
  const told = section('docs/options.md', 'What a crawl remembers');
  const listed = (label: string) =>
    [...(new RegExp(`^- \\*\\*${label}:\\*\\* (.*)$`, 'm').exec(told)?.[1] ?? '').matchAll(/`(--[a-z-]+)/g)].map(
      ([, name]) => name,
    );
  const optionsOf = (owner: string) =>
    Object.keys(options.shape)
      .filter((key) => metaOf(options.shape[key]).of === owner)
      .map((key) => optionName(key, options));
  expect(listed('Remembered').sort()).toEqual(optionsOf('crawl').sort());
  expect(optionsOf('database')).toEqual(expect.arrayContaining(listed('Kept by the database')));
});

test('docs/tables.md: the tables, views and columns of the schema, all and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-docs-'));
  const store = await openStore(join(folder, 'crawl.sqlite'));
  const columns = z.array(z.object({ owner: z.string(), name: z.string() })).parse(
    store.connection
      .prepare(`select m.name as owner, c.name from sqlite_master m join pragma_table_info(m.name) c
        where m.type in ('table', 'view') and m.name not like 'kysely%' and m.name not like 'sqlite%'`)
      .all(),
  );
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  const owners = [...new Set(columns.map(({ owner }) => owner))];
  const told = [...prose('docs/tables.md').matchAll(/^### `(\w+)`$/gm)].map((match) => match[1] ?? '');
  expect(told.sort()).toEqual(owners.sort());
  for (const owner of owners) {
    const real = columns.filter((column) => column.owner === owner).map(({ name }) => name);
    expect(listed(section('docs/tables.md', `\`${owner}\``)).sort(), owner).toEqual(real.sort());
  }
});

test('docs/tables.md: codes, names and identity keys', () => {
  const codes = rows(section('docs/tables.md', 'Status codes'));
  expect(codes.map(([code, name]) => [code, name])).toEqual(
    linkStatuses.map((name, code) => [String(code), `\`${name}\``]),
  );
  const names: readonly (readonly [string, readonly string[]])[] = [
    ['seeds', siteStatuses],
    ['visits', outcomes],
    ['bad_links', badReasons],
  ];
  for (const [table, members] of names)
    for (const name of members) expect(section('docs/tables.md', `\`${table}\``)).toContain(`\`${name}\``);
  const keys = rows(section('docs/tables.md', 'When two addresses are the same'));
  expect(keys.length).toBeGreaterThan(3);
  for (const [address = '', key] of keys)
    expect(`\`${identityKey(new URL(address.replaceAll('`', '')), FOLDED)}\``).toBe(key);
});

test('docs/identity.md: what is one, what stays apart, and what may be ignored', () => {
  const path = 'docs/identity.md';
  const keysOf = (cells: readonly string[], identity: Identity) =>
    cells.map((cell) => {
      const url = parseUrl(cell.slice(1, -1));
      return url && identityKey(url, identity);
    });
  const tables = [
    ['What the standards make one', AS_WRITTEN],
    ['What Forager makes one', FOLDED],
    ['What stays apart', FOLDED],
  ] as const;
  for (const [heading, identity] of tables) {
    const cases = rows(section(path, heading));
    expect(cases.length).toBeGreaterThan(4);
    for (const cells of cases) {
      const [one, other] = keysOf(cells.slice(0, 2), identity);
      if (heading === 'What stays apart') expect(one, cells[0]).not.toBe(other);
      else expect(one, cells[0]).toBe(other);
    }
  }
  const parts = rows(section(path, 'What you may have ignored'));
  expect(parts.map(([part = '']) => part.slice(1, -1))).toEqual([...ignorableParts]);
  for (const [index, cells] of parts.entries()) {
    const part = ignorableParts[index];
    const [one, other] = keysOf(cells.slice(-2), { foldCase: false, ignored: new Set(part ? [part] : []) });
    expect(one, cells[0]).toBe(other);
    expect(new Set(keysOf(cells.slice(-2), AS_WRITTEN)).size, cells[0]).toBe(2);
  }
});

test('docs/traps.md: the kinds of traps', () => {
  expect([...new Set(named(section('docs/traps.md', 'The rules')))].sort()).toEqual([...trapKinds].sort());
  for (const kind of trapKinds) expect(section('docs/tables.md', '`traps`')).toContain(`\`${kind}\``);
});

test('docs/capture.md: the levels, the roles, and every technique in its order with its level and what it finds', () => {
  const path = 'docs/capture.md';
  expect(listed(section(path, 'Levels'))).toEqual([...captureLevels]);
  expect(named(section(path, 'Roles'))).toEqual([...listedRoles]);
  const told = [...section(path, 'Techniques').matchAll(/^- `([\w-]+)` \(`(\w+)`\): (.*)$/gm)];
  expect(told.map((item) => item.slice(1))).toEqual(
    techniques.map(({ name, level, summary }) => [name, level, summary]),
  );
});

test('docs/webometrics.md: the models and the reports, all and no others', () => {
  const path = 'docs/webometrics.md';
  const models = rows(section(path, 'Models')).map(([first = '']) => first);
  expect(models.filter((first) => first.startsWith('`'))).toEqual(countingModels.map(({ name }) => `\`${name}\``));
  expect(named(section(path, 'Reports'))).toEqual(countReports.map(({ name }) => name));
});

test('docs/options.md: the patterns', () => {
  const cases = rows(section('docs/options.md', 'Patterns'));
  expect(cases.length).toBeGreaterThan(3);
  for (const cells of cases) {
    const [[pattern = ''] = [], matching = [], others = []] = cells.map((cell) =>
      cell.split(', ').map((one) => one.slice(1, -1)),
    );
    const admits = admission([pattern], []);
    const whole = (address: string) => (address.startsWith('/') ? `http://uni.edu${address}` : address);
    for (const address of matching) expect(admits?.(whole(address)), address).toBe(true);
    for (const address of others) expect(admits?.(whole(address)), address).toBe(false);
  }
});

test('docs/strategies.md: every preset, reward and link order', () => {
  const path = 'docs/strategies.md';
  const told = rows(section(path, 'Presets'));
  expect(told.map(([name = '', rule]) => [/`([^`]+)`/.exec(name)?.[1], rule])).toEqual(
    presets.map((preset) => [preset.name, `\`${preset.siteRule}\``]),
  );
  for (const { name, params } of [...rewards, ...linkOrders]) {
    const own = section(path, `\`${name}\``);
    expect(own, `${name} names its source, by author and year`).toMatch(/[A-Z][a-z]+ (19|20)\d\d/);
    const defaults = Object.entries(params.parse({})).map(([parameter, value]) => [parameter, String(value)]);
    expect(parametersIn(own), `the parameters of ${name}`).toEqual(defaults);
  }
});

for (const preset of presets) {
  test(`docs/strategies: ${preset.name} has a page that names its members`, () => {
    const path = `docs/strategies/${preset.name}.md`;
    expect(read('docs/strategies.md')).toContain(`[\`${preset.name}\`](strategies/${preset.name}.md)`);
    expect(read(path)).toMatch(new RegExp(`^# \`${preset.name}\`\n`));
    for (const member of [preset.siteRule, preset.reward, preset.linkOrder])
      expect(section(path, `\`${preset.name}\``)).toContain(`\`${member}\``);
    expect(commandsOf(path).some(({ args }) => args.includes(preset.name))).toBe(true);
  });
}

for (const name of ['depth-first', 'random', 'link-group']) {
  test(`docs/strategies: the link order ${name}, which no preset has, has a page with its source and a command`, () => {
    const path = `docs/strategies/${name}.md`;
    expect(section('docs/strategies.md', `\`${name}\``)).toContain(`(strategies/${name}.md)`);
    expect(read(path)).toMatch(new RegExp(`^# The link order \`${name}\`\n[^]*(19|20)\\d\\d, "`));
    expect(commandsOf(path).some(({ line }) => line.includes(name))).toBe(true);
  });
}

for (const { name, params } of siteRules) {
  test(`docs/strategies: the page of the rule ${name}, its source, parameters, and its example as it is played`, () => {
    const heading = `The rule \`${name}\``;
    const [path = '', ...others] = strategyPages.filter((page) => read(page).includes(`\n## ${heading}\n`));
    expect([path === '', others], `one page of docs/strategies/ has the heading "${heading}"`).toEqual([false, []]);
    expect(section(path, heading)).toMatch(/Pechnikov & Chernobrovkin 2012, §|[A-Z][a-z]+ (19|20)\d\d, "/);
    const defaults = Object.entries(params.parse({})).map(([parameter, value]) => [parameter, String(value)]);
    expect(parametersIn(section(path, 'Parameters'))).toEqual(defaults);
    const example = section(path, 'Worked example');
    const [, pageLimit] = /--page-limit (\d+)/.exec(example) ?? [];
    const given = [...example.matchAll(/--param (\w+)=(\d+)/g)].map((match) => [match[1], Number(match[2])]);
    const sites = [...example.matchAll(/^- site \d+, worth (.*): (\d+) read$/gm)];
    const worth = sites.map(([, pages = '']) =>
      pages.split(', ').flatMap((run) => {
        const [value, times = 1] = run.split(' × ').map(Number);
        return Array.from({ length: times }, () => value ?? 0);
      }),
    );
    const { order, pages } = play(name, worth, Number(pageLimit), Object.fromEntries(given));
    expect(example).toContain(`in the order ${order.join(', ')}.`);
    expect(sites.map(([, , count]) => Number(count))).toEqual(pages);
  });
}

test('docs/dependencies.md: every entry of package.json, and no others', () => {
  const entries = z.record(z.string(), z.string());
  const groups = z.object({ dependencies: entries, devDependencies: entries, overrides: entries });
  for (const [group, packages] of Object.entries(groups.parse(JSON.parse(read('package.json')))))
    expect(listed(section('docs/dependencies.md', group)).sort()).toEqual(Object.keys(packages).sort());
});

test('docs/history.md: the columns of changes, all and no others', () => {
  expect(named(section('docs/history.md', 'What changed'))).toEqual([...changeColumns]);
});

test('docs/exports.md: the columns of links, of edges and of sites, all and no others, and the undoing of apostrophes', () => {
  const path = 'docs/exports.md';
  expect(named(section(path, 'Columns of a link'))).toEqual(linksTable([]).columns.map(({ name }) => name));
  expect(named(section(path, 'Columns of an edge'))).toEqual(edgesTable([]).columns.map(({ name }) => name));
  expect(named(section(path, 'Columns of a site'))).toEqual(sitesTable([]).columns.map(({ name }) => name));
  const [, undo = ''] = /\((\/.*\/u)\.test/.exec(blocksOf(path, 'js')[0]?.text ?? '') ?? [];
  expect(read('test/export/csv.spec.ts')).toContain(undo);
});

test('exit codes and environment variables', () => {
  expect(rows(read('docs/exit-codes.md')).map(([code]) => Number(code))).toEqual(Object.values(ExitCode));
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((f) =>
    f.endsWith('.ts'),
  );
  const used = new Set(sources.flatMap((file) => read(`src/${file}`).match(/\bFORAGER_[A-Z_]+/g) ?? []));
  const told = named(section('docs/options.md', 'Environment variables')).filter((name) => name.startsWith('FORAGER'));
  expect(told.sort()).toEqual([...used].sort());
});

test('the sample sites files', () => {
  for (const name of readdirSync(join(root, 'data')).filter((file) => file.endsWith('.csv')))
    expect(readSitesFile(join(root, 'data', name), 'host').bad, name).toEqual([]);
  const { sites } = readSitesFile(join(root, 'data', 'beebot-mixed.csv'), 'host');
  expect(sites.map(({ kind }) => kind)).toEqual([...Array(5).fill('institute'), ...Array(5).fill('university')]);
});

test('CONTRIBUTING.md: every folder of src/, and no others', () => {
  const told = section('CONTRIBUTING.md', 'The folders of `src/`').match(/^- (`.*?\/`)(?=:)/gm) ?? [];
  const named = told.flatMap((line) => [...line.matchAll(/`([\w-]+)\/`/g)].map((match) => match[1]));
  expect(named.sort()).toEqual(readdirSync(join(root, 'src')).sort());
});

test("CONTRIBUTING.md: the example's rule compiles, passes its own test and the conformance suite", () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-docs-'));
  try {
    const tests = ['test/site-rules', 'test/contracts/site-rules.spec.ts', 'test/in-loops.ts', 'test/plain-test.ts'];
    for (const part of ['src', ...tests, 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const files = blocksOf('CONTRIBUTING.md', 'ts');
    expect(files.length).toBe(3);
    for (const { file, text } of files) writeFileSync(join(folder, file), text);
    const base = { extends: './tsconfig.json', include: ['test/**/*.ts'], compilerOptions: { noEmit: true } };
    writeFileSync(join(folder, 'tsconfig.test.json'), JSON.stringify(base));
    const bin = (name: string, ...args: string[]) => {
      const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
      const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'node_modules', name), ...args], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return `${stdout}${stderr}`;
    };
    expect(bin('typescript/bin/tsc', '-p', 'tsconfig.test.json')).toBe('');
    expect(
      bin(
        '@playwright/test/cli.js',
        'test',
        '--workers=1',
        '--reporter=line',
        '-g',
        'round-robin|each site in turn gets its pages',
      ),
    ).toMatch(/^\s*6 passed/m);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
