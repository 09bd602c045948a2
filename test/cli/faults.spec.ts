import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test as base, runCrawl } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { forager, PASSIVE } from './forager.ts';

/** A disk of the given size in KiB, which can be made read-only. */
interface Disk {
  readonly folder: string;
  /** Leaves the given number of KiB free. */
  fill(room: number): void;
  makeReadOnly(): void;
}

const run = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** `disk`: undefined if none can be mounted. */
const test = base.extend<{ disk: Disk | undefined }, { crawled: Buffer }>({
  crawled: [
    async ({ web }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forager-faults-'));
      const file = join(folder, 'crawl.sqlite');
      await runCrawl(file, web.sites('music', 'astro'), web.server, { render: 'http', pageLimit: 25 });
      await use(readFileSync(file));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  disk: async ({ folder }, use) => {
    const place = join(folder, 'disk');
    mkdirSync(place);
    const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=3072k', 'tmpfs', place);
    const fill = (room: number) => {
      const free = Number(spawnSync('df', ['--output=avail', '-k', place]).stdout.toString().split('\n')[1]);
      writeFileSync(join(place, 'filling'), Buffer.alloc(Math.max(0, free - room) * 1024, 1));
    };
    const makeReadOnly = () => expect(run('mount', '-o', 'remount,ro', place)).toBe(true);
    await use(isMounted ? { folder: place, fill, makeReadOnly } : undefined);
    if (isMounted) run('umount', '-l', place);
  },
});

const NO_DISK = 'no disk can be mounted here: run it as root';

for (const [what, kept] of [
  ['wholly', 8192],
  ['in part', 0.5],
] as const)
  test(`a database that is damaged ${what} is named as the cause by every command`, async ({
    file,
    folder,
    crawled,
  }) => {
    const damaged = Buffer.from(crawled).fill(
      0x5a,
      kept < 1 ? 4096 * Math.floor((crawled.length * kept) / 4096) : kept,
    );
    const out = join(folder, 'links.csv');
    for (const args of [
      ['links', 'list', '--kind', 'internal', '--limit', '100000'],
      ['export', '--kind', 'internal', '--kind', 'external', '--kind', 'bad', '--out', out],
      [
        'export',
        '--kind',
        'internal',
        '--kind',
        'external',
        '--format',
        'sqlite',
        '--out',
        join(folder, 'links.sqlite'),
      ],
      ['changes', '--since', '2020-01-01', '--out', out],
      ['crawl', '--render', 'http', '--page-limit', '100', ...PASSIVE],
      ['recrawl', '--render', 'http', '--page-limit', '10'],
    ]) {
      writeFileSync(file, damaged);
      const { code, stderr } = await forager([...args, '--db', file]);
      expect({ code, stderr }, args.join(' ')).toEqual({
        code: 4,
        stderr: expect.stringMatching(
          /^(crawling.*\n)?forager: .*crawl\.sqlite is damaged \(.*\); restore a backup.*\n$/,
        ),
      });
      expect(existsSync(out)).toBe(false);
    }
  });

test('a database with a corrupt log is read without it', async ({ file, crawled }) => {
  writeFileSync(file, crawled);
  writeFileSync(`${file}-wal`, Buffer.alloc(100_000, 0x5a));
  expect((await forager(['links', 'list', '--db', file])).code).toBe(0);
  writeFileSync(`${file}-wal`, Buffer.alloc(100_000, 0x5a));
  expect((await forager(['sites', 'add', 'http://a.test/', '--db', file])).code).toBe(0);
});

test('a full disk of the database, of an export, of traces', async ({ web, file, folder, disk, crawled }) => {
  test.skip(disk === undefined, NO_DISK);
  if (!disk) return;
  const db = join(disk.folder, 'crawl.sqlite');
  const crawl = ['crawl', '--render', 'http', '--host-rules', web.server.hostRules, ...PASSIVE];
  const sites = web.sites('music', 'astro').flatMap(({ url }) => ['--url', url]);
  expect(await forager([...crawl, ...sites, '--page-limit', '20', '--db', db])).toMatchObject({ code: 0 });
  // No space to start, and none to continue.
  for (const room of [16, 400]) {
    disk.fill(room);
    expect(await forager([...crawl, '--page-limit', '400', '--db', db])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`forager: the disk of ${db} is full: make room`),
    });
    rmSync(join(disk.folder, 'filling'));
  }
  expect(await forager(['sites', 'list', '--db', db])).toMatchObject({ code: 0 });
  expect(brokenInvariants(db)).toEqual({});
  writeFileSync(file, crawled);
  disk.fill(0);
  const out = join(disk.folder, 'links.csv');
  expect(await forager(['export', '--kind', 'internal', '--db', file, '--out', out])).toMatchObject({
    code: 1,
    stderr: `forager: the disk of ${out} is full: make room and run the same command again\n`,
  });
  expect(readdirSync(disk.folder).filter((name) => name.startsWith('links'))).toEqual([]);
  const own = join(folder, 'own.sqlite');
  const traced = [...crawl.filter((word) => !/render|http$/.test(word)), '--url', 'http://music.uni.test/none'];
  expect(
    await forager([...traced, '--db', own, '--trace-on-failure', join(disk.folder, 'traces')], '', {}),
  ).toMatchObject({
    code: 9,
    stderr: expect.stringMatching(/no traces from here on: .*traces.* can't be written: .*ENOSPC/),
  });
});

test('a full disk of temporary files is not blamed on the database', async ({ folder, disk }) => {
  test.skip(disk === undefined, NO_DISK);
  if (!disk) return;
  expect(run('mount', '-o', 'remount,nr_inodes=2', disk.folder)).toBe(true);
  writeFileSync(join(disk.folder, 'last'), '');
  const args = ['crawl', '--url', 'http://a.test/', '--db', join(folder, 'own.sqlite')];
  expect(await forager(args, '', { TMPDIR: disk.folder })).toMatchObject({
    code: 1,
    stderr: `forager: no room for temporary files in ${disk.folder}: make room there, or name another folder in TMPDIR\n`,
  });
});

for (const [how, thrown] of [
  ['is missing', "Object.assign(new Error('none'), { code: 'MODULE_NOT_FOUND' })"],
  ['is of another Node.js', "Object.assign(new Error('compiled\\nagainst another'), { code: 'ERR_DLOPEN_FAILED' })"],
])
  test(`where the binding of better-sqlite3 ${how}, one line explains how to build it`, async ({
    file,
    folder,
    crawled,
  }) => {
    writeFileSync(file, crawled);
    const preload = join(folder, 'preload.cjs');
    writeFileSync(preload, `require('node:module')._extensions['.node'] = () => { throw ${thrown}; };`);
    for (const args of [
      ['status', '--db', file],
      ['crawl', '--url', 'http://a.test/', '--db', join(folder, 'new.sqlite')],
    ])
      expect(await forager(args, '', { NODE_OPTIONS: `--require ${preload}` })).toMatchObject({
        code: 1,
        stderr:
          'forager: the binding of better-sqlite3 is missing or was built for another Node.js: run npm rebuild better-sqlite3\n',
      });
  });

test('a read-only disk', async ({ disk, folder, crawled }) => {
  test.skip(disk === undefined, NO_DISK);
  if (!disk) return;
  const db = join(disk.folder, 'crawl.sqlite');
  writeFileSync(db, crawled);
  const torn = join(disk.folder, 'torn.sqlite');
  copyFileSync(db, torn);
  writeFileSync(`${torn}-wal`, 'x');
  disk.makeReadOnly();
  for (const args of [['crawl'], ['sites', 'add', 'http://a.test/'], ['links', 'rm', '1', '--kind', 'external']])
    expect(await forager([...args, '--db', db]), args.join(' ')).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(
        /^(resuming with .*\n)?forager: can't write .*\/disk\/crawl\.sqlite(\.lock)?: .*\n$/,
      ),
    });
  const status = await forager(['status', '--json', '--db', db]);
  const links = ['links', 'list', '--kind', 'internal', '--limit', '100000', '--db'];
  const listed = await forager([...links, db]);
  const own = join(folder, 'own.sqlite');
  writeFileSync(own, crawled);
  expect(status).toEqual(await forager(['status', '--json', '--db', own]));
  expect(listed).toEqual(await forager([...links, own]));
  expect(await forager(['status', '--db', torn])).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^forager: can't open .*torn\.sqlite: .*; copy it to a folder .*torn\.sqlite-wal\n$/),
  });
  expect(listed.stdout.split('\n').length).toBeGreaterThan(25);
  const out = join(disk.folder, 'links.csv');
  const copy = `${disk.folder}-copy.sqlite`;
  copyFileSync(db, copy);
  expect(await forager(['export', '--db', copy, '--out', out])).toMatchObject({
    code: 4,
    stderr: `forager: can't write ${out} (EROFS); name another file\n`,
  });
});
