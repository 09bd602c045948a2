import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { Command } from 'commander';
import { addOptions, namedArguments, readOptions } from '../src/cli/options/flags.ts';
import { type Ended, foragerIn, start } from './cli/forager.ts';
import {
  blocksOf,
  commandsOf,
  type DocumentedCommand,
  docs,
  foragerCommands,
  root,
  verbOf,
  verbs,
} from './documents.ts';
import { test as base } from './plain-test.ts';
import { serveStandInWeb } from './site/stand-in-web.ts';

/** Commands that this machine cannot run fully, or that are interrupted: their exit code and output. */
const REFUSED: readonly (readonly [RegExp, number, RegExp])[] = [
  [/ --(headed|devtools)\b|^debug (?!.*--headless)/, 4, /a window needs a display/],
  [/^topics import-dict /, 4, /foldoc/],
  [/^demo --serve/, 11, /dashboard/],
];
/** Commands that run until interrupted, each with a line that shows they run. */
const STAYING: readonly (readonly [RegExp, RegExp])[] = [
  [/^serve|--serve\b/, /http:\/\/127\.0\.0\.1:\d+/],
  [/^demo --only-portals/, /8090/],
  [/^schedule /, /next/],
];
/** Number of documents tested concurrently: commands mostly wait, as a host gets one request per second. */
const AT_A_TIME = 3;

interface Places {
  /** A reader's folder after `npm start` and the first command of the README, with the sample files of a document. */
  readonly folder: (path: string) => string;
  /** The environment in which every host answers. */
  readonly env: Record<string, string>;
}

const test = base.extend<object, { places: Places }>({
  places: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const top = mkdtempSync(join(tmpdir(), 'forager-commands-'));
      const first = join(top, 'first');
      mkdirSync(first);
      cpSync(join(root, 'data'), join(first, 'data'), { recursive: true, filter: (name) => !name.includes('.sqlite') });
      expect(await foragerIn(first, ['demo', '--quiet'])).toMatchObject({ code: 0, stderr: '' });
      writeFileSync(
        join(first, 'sitemap.xml.gz'),
        gzipSync('<urlset><url><loc>https://b.example.edu/</loc></url></urlset>'),
      );
      writeSamples('README.md', first);
      const web = await serveStandInWeb();
      const env = { FORAGER_PROXY: web.url, DISPLAY: '', WAYLAND_DISPLAY: '' };
      for (const command of commandsOf('README.md').slice(0, 1))
        expect(await run(command, first, env)).toMatchObject({ code: 0 });
      await use({
        folder(path) {
          const folder = mkdtempSync(join(top, 'doc-'));
          cpSync(first, folder, { recursive: true });
          writeSamples(path, folder);
          return folder;
        },
        env,
      });
      web.close();
      rmSync(top, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

function writeSamples(path: string, folder: string): void {
  const samples = [
    ['csv', 'sites.csv'],
    ['yaml', 'forager.yaml'],
  ] as const;
  for (const [language, name] of samples) {
    const [block] = blocksOf(path, language);
    if (block) writeFileSync(join(folder, name), block.text);
  }
}

async function run({ args, output }: DocumentedCommand, cwd: string, env: Record<string, string>): Promise<Ended> {
  const line = args.join(' ');
  const [, staying] = STAYING.find(([pattern]) => pattern.test(line)) ?? [];
  if (staying) {
    const { child, ended, stdout, stderr } = start(args, { cwd, env });
    // An interrupted crawl has its own exit code.
    let isOver = false;
    void ended.then(() => (isOver = true));
    while (!isOver && !staying.test(stdout() + stderr())) await setTimeout(50);
    child.kill('SIGINT');
    return await ended;
  }
  if (args[0] === 'judge') {
    const { child, ended } = start(args, { cwd, env });
    // One page is relevant, the next is not; then it ends.
    child.stdin?.end('ynq');
    return await ended;
  }
  const done = await foragerIn(cwd, args, env);
  if (output !== undefined) writeFileSync(join(cwd, output), done.stdout);
  return done;
}

test('every command of the documents works, in order', async ({ places: { folder, env } }) => {
  test.setTimeout(1_800_000);
  const tried = new Set<string>();
  const waiting = docs
    .map((path) => ({ path, commands: commandsOf(path) }))
    .filter(({ commands }) => commands.length > 0)
    // The longest starts first, as the others fit next to it.
    .sort((a, b) => b.commands.length - a.commands.length);
  expect(waiting.length).toBeGreaterThan(20);
  const faults: string[] = [];
  const tryDocuments = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const cwd = folder(next.path);
      for (const command of next.commands) {
        const line = command.args.join(' ');
        // Each folder has the same recorded crawl of the demo.
        if (line === 'demo' || (line.startsWith('lab ') && tried.has(line))) continue;
        tried.add(line);
        const { code, stdout, stderr } = await run(command, cwd, env);
        const [, wanted = 0, reason = /(?:)/] = REFUSED.find(([pattern]) => pattern.test(line)) ?? [];
        if (code !== wanted || !reason.test(stderr))
          faults.push(`${next.path}: ${line}\n  ${code} ${stderr.slice(-300)}`);
        // The line below the headings is as wide as the table.
        if (/^─[─ ]{80,}/m.test(stdout)) faults.push(`${next.path}: ${line}\n  has a table of more than 80 columns`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, tryDocuments));
  expect(faults.join('\n')).toBe('');
});

test('the examples of --help can be read', async () => {
  for (const { examples } of verbs)
    for (const { line, args } of foragerCommands(examples)) await expect(parsed(args), line).resolves.toBeDefined();
});

/** The values of a command line's options. Throws where the command would refuse them. */
async function parsed(line: readonly string[]): Promise<Record<string, unknown>> {
  const { options, takesBack, args } = verbOf(line);
  const command = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  command.allowExcessArguments(false).action(() => undefined);
  addOptions(command, options, takesBack);
  command.parse([...args], { from: 'user' });
  return await readOptions(options, { ...command.opts(), ...namedArguments(options, command.processedArgs) });
}
