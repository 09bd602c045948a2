import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { Command } from 'commander';
import { z } from 'zod';
import { addOptions, namedArguments, optionName, readOptions } from '../src/cli/options.ts';
import { verbs } from '../src/cli/registry.ts';
import { readSitesFile } from '../src/cli/sites-file.ts';
import { ExitCode } from '../src/domain/errors.ts';
import { badReasons, linkStatuses } from '../src/domain/link.ts';
import { siteStatuses } from '../src/domain/site.ts';
import { outcomes } from '../src/domain/visit.ts';
import { linkColumns, siteColumns } from '../src/export/columns.ts';
import { linkOrders } from '../src/link-orders/registry.ts';
import { rewards } from '../src/rewards/registry.ts';
import { siteRules } from '../src/site-rules/registry.ts';
import { openStore } from '../src/storage/open.ts';
import { presets } from '../src/strategies/registry.ts';
import { type Identity, ignorableParts } from '../src/url/identity.ts';
import { identityKey } from '../src/url/normalise.ts';
import { admission } from '../src/url/patterns.ts';
import { trapKinds } from '../src/url/traps.ts';
import { start } from './cli/forager.ts';
import { FOLDED } from './frontier/world.ts';

const root = join(import.meta.dirname, '..');
const AS_WRITTEN: Identity = { foldCase: false, ignored: new Set() };
const docs = ['README.md', 'data/README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Block {
  readonly language: string;
  /** What follows the language: the file that the block is. */
  readonly file: string;
  readonly text: string;
}

const blocks = (path: string): Block[] =>
  [...read(path).matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language = '', file = '', text = '']) => ({
    language,
    file,
    text,
  }));
const blocksOf = (path: string, language: string) => blocks(path).filter((block) => block.language === language);
const prose = (path: string): string => read(path).replace(/^```[\s\S]*?^```$/gm, '');

/** The text below a heading, to the next heading of the same or a higher level. */
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

const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
const commandsOf = (path: string): string[][] =>
  blocksOf(path, 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => words(line.replace(/^npx /, '')))
    .filter(([program]) => program === 'forager')
    .map(([, ...args]) => args);

const verb = (name: string | undefined) => {
  const found = verbs.find((member) => member.name === name);
  if (!found) throw new Error(`no verb ${name}`);
  return found;
};
const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The verb of a command line, and what follows it. */
function verbOf(line: readonly string[]) {
  const found = verbs.find((member) => line.slice(0, member.name.split(' ').length).join(' ') === member.name);
  return { ...verb(found?.name ?? line[0]), args: line.slice(found?.name.split(' ').length ?? 1) };
}

/** The values of a command line's options. Throws where the command would refuse them. */
function parsed(line: readonly string[]): Record<string, unknown> {
  const { options, args } = verbOf(line);
  const command = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  command.allowExcessArguments(false).action(() => undefined);
  addOptions(command, options);
  command.parse([...args], { from: 'user' });
  return readOptions(options, { ...command.opts(), ...namedArguments(options, command.processedArgs) });
}

/** A folder as the documents speak of it: `data/` with the demo's database, and the sample files of `path`. */
const test = base.extend<object, { folder: (path: string) => string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const top = mkdtempSync(join(tmpdir(), 'forager-docs-'));
      mkdirSync(join(top, 'first', 'data'), { recursive: true });
      for (const name of readdirSync(join(root, 'data')).filter((file) => file.endsWith('.csv')))
        cpSync(join(root, 'data', name), join(top, 'first', 'data', name));
      const demo = await start(['demo', '--page-limit', '11', '--quiet'], { cwd: join(top, 'first') }).ended;
      expect(demo).toMatchObject({ code: 0, stderr: '' });
      await use((path) => {
        const folder = mkdtempSync(join(top, 'doc-'));
        cpSync(join(top, 'first'), folder, { recursive: true });
        const samples = [
          ['csv', 'sites.csv'],
          ['yaml', 'forager.yaml'],
        ] as const;
        for (const [language, name] of samples) {
          const [block] = blocksOf(path, language);
          if (block) writeFileSync(join(folder, name), block.text);
        }
        return folder;
      });
      rmSync(top, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('the commands that the documents show work', async ({ folder }) => {
  expect(commandsOf('README.md').length).toBeGreaterThan(5);
  const run = new Set<string>();
  for (const path of docs) {
    const cwd = folder(path);
    for (const args of commandsOf(path)) {
      const isSeen = run.has(`${path} ${args.join(' ')}`) || run.has(args.join(' '));
      if (isSeen) continue;
      run.add(`${args.some((arg) => /^(sites\.csv|forager\.yaml)$/.test(arg)) ? `${path} ` : ''}${args.join(' ')}`);
      const [name] = args;
      if (name === 'crawl') {
        // A command that goes on with a crawl needs one.
        const db = ['--sites', '--url', '--config'].some((name) => args.includes(name)) ? undefined : parsed(args).db;
        const before = typeof db === 'string' ? join(cwd, db) : undefined;
        if (before !== undefined) cpSync(join(cwd, 'data', 'demo.sqlite'), before, { force: false });
        const ended = await start([...args, '--dry-run'], { cwd }).ended;
        expect(ended, `${path}: forager ${args.join(' ')}`).toMatchObject({ code: 0, stderr: '' });
      } else if (name === 'status' && parsed(args).db === 'data/demo.sqlite') {
        expect(await start(args, { cwd }).ended).toMatchObject({ code: 0, stderr: '' });
      } else expect(() => parsed(args), `${path}: forager ${args.join(' ')}`).not.toThrow();
    }
  }
});

test('the keys of the JSON output stand in docs/options.md', async ({ folder }) => {
  const { stdout } = await start(['status', '--db', 'data/demo.sqlite', '--json'], { cwd: folder('README.md') }).ended;
  const summary = z.looseObject({ sites: z.array(z.looseObject({})) }).parse(JSON.parse(stdout));
  const keys = [...Object.keys(summary), ...Object.keys(summary.sites[0] ?? {})];
  expect([...new Set(named(section('docs/options.md', 'JSON output')))].sort()).toEqual([...new Set(keys)].sort());
});

const scripts = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts;

for (const path of docs) {
  test(`${path}: links, files and scripts are there`, () => {
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

  test(`${path}: its queries, sites files and config files are good`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-docs-'));
    const store = await openStore(join(folder, 'crawl.sqlite'));
    try {
      for (const { text } of blocksOf(path, 'sql'))
        expect(() => store.connection.prepare(text).all(), text).not.toThrow();
      for (const { text } of blocksOf(path, 'csv')) {
        writeFileSync(join(folder, 'sites.csv'), text);
        expect(readSitesFile(join(folder, 'sites.csv'), 'host').bad).toEqual([]);
      }
      for (const { text } of blocksOf(path, 'yaml')) {
        writeFileSync(join(folder, 'forager.yaml'), text);
        expect(() => readOptions(verb('crawl').options, { config: join(folder, 'forager.yaml') }), text).not.toThrow();
      }
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

test('the documents that the code points to are there', () => {
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const [name] of read(`src/${file}`).matchAll(/docs\/[\w-]+\.md/g)) expect(docs, `src/${file}`).toContain(name);
  }
});

for (const { name, options } of verbs) {
  test(`docs/options.md: the options of ${name}, all and no others, with their defaults`, () => {
    const table = rows(section('docs/options.md', name));
    const flags = table.map(([flag = '']) => /^`(--[a-z-]+|[A-Z]+)/.exec(flag)?.[1] ?? flag);
    const real = Object.keys(options.shape).map((key) => optionName(key, options));
    expect(flags.sort()).toEqual([...real, '--help'].sort());
    for (const [key, field] of Object.entries(options.shape)) {
      const row = table.find(
        ([flag]) => flag?.startsWith(`\`--${kebab(key)}`) && !/[a-z-]/.test(flag[kebab(key).length + 3] ?? ''),
      );
      if (!(field instanceof z.ZodDefault) || key === 'workers') continue;
      const value: unknown = field.def.defaultValue;
      const told = row?.[1]?.replaceAll('`', '');
      if (typeof value === 'boolean') expect(told, key).toBe('off');
      else if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
        expect(told, key).toBe(String(value));
    }
  });
}

test('every option that a document names exists', () => {
  const real = new Set(verbs.flatMap(({ options }) => Object.keys(options.shape).map((key) => `--${kebab(key)}`)));
  for (const path of docs.filter((name) => name !== 'docs/benchmarks.md'))
    for (const [, flag = ''] of prose(path).matchAll(/`(--[a-z][a-z-]*)/g))
      expect([...real, '--help', '--no-fold-case', '--no-traps'], path).toContain(flag);
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
    expect(named(section('docs/tables.md', `\`${owner}\``)).sort(), owner).toEqual(real.sort());
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
    cells.map((cell) => identityKey(new URL(cell.slice(1, -1)), identity));
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

test('docs/strategies.md: every preset, reward, link order and site rule, with its parameters', () => {
  const path = 'docs/strategies.md';
  const told = rows(section(path, 'Presets'));
  expect(told.map(([name = '', rule]) => [/`([^`]+)`/.exec(name)?.[1], rule])).toEqual(
    presets.map((preset) => [preset.name, `\`${preset.siteRule}\``]),
  );
  for (const { name } of [...rewards, ...linkOrders]) expect(section(path, `\`${name}\``)).toContain('Pechnikov');
  for (const { name, params } of siteRules) {
    const text = section(path, `\`${name}\``);
    expect(text, name).toContain('Pechnikov & Chernobrovkin 2012, §');
    for (const [parameter, value] of Object.entries(params.parse({})))
      expect(rows(text).map(([first, second]) => [first, second])).toContainEqual([`\`${parameter}\``, String(value)]);
  }
});

test('docs/dependencies.md: every entry of package.json, and no others', () => {
  const entries = z.record(z.string(), z.string());
  const groups = z.object({ dependencies: entries, devDependencies: entries, overrides: entries });
  for (const [group, packages] of Object.entries(groups.parse(JSON.parse(read('package.json')))))
    expect(
      named(section('docs/dependencies.md', group))
        .filter((name) => name in packages || group !== 'overrides')
        .sort(),
    ).toEqual(Object.keys(packages).sort());
});

test('docs/exports.md: the columns of links and of sites, all and no others, and the undoing of apostrophes', () => {
  const path = 'docs/exports.md';
  expect(named(section(path, 'Columns of a link'))).toEqual([...linkColumns]);
  expect(rows(section(path, 'Columns of a site')).map(([name]) => name)).toEqual(
    siteColumns.map((name) => `\`${name}\``),
  );
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

test("README.md: the example's rule compiles, passes its own test and the conformance suite", () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-docs-'));
  try {
    for (const part of ['src', 'test/site-rules', 'test/contracts/site-rules.spec.ts', 'package.json', 'tsconfig.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const files = blocksOf('README.md', 'ts');
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
