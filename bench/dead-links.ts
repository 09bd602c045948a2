import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { BadInput } from '../src/domain/errors.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';

/** Hosts of the links, all on this machine: in 127.0.0.0/8. */
const HOSTS = 250;
const PROSE = '<p>The department keeps records of its seminars and lectures for all who study here.</p>'.repeat(20);

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const html = (status: number, body: string): Sent => ({ status, headers: { 'content-type': 'text/html' }, body });
const there = (at: string) => html(200, `<!doctype html><title>Report ${at}</title><h1>Report ${at}</h1>${PROSE}`);
const file = (status = 200): Sent => ({
  status,
  headers: { 'content-type': 'application/pdf' },
  body: '%PDF'.repeat(1000),
});
const redirect = (status: number, location: string): Sent => ({ status, headers: { location }, body: '' });
const soft = html(200, '<!doctype html><title>Page not found</title><h1>Sorry</h1><p>There is no such page.</p>');

/** Links by the last part of their paths: how many of a hundred, whether they are dead, and the answer; undefined: a reset. */
const kinds: Readonly<
  Record<string, readonly [share: number, isDead: boolean, answer: (at: string, method: string) => Sent | undefined]>
> = {
  page: [58, false, there],
  'file.pdf': [5, false, () => file()],
  'no-head.pdf': [3, false, (_, method) => file(method === 'HEAD' ? 405 : 200)],
  moved: [4, false, (at) => redirect(301, `/${at}/page`)],
  found: [4, false, (at) => redirect(302, `/${at}/page`)],
  slow: [2, false, there],
  blocked: [3, false, () => html(403, 'Forbidden')],
  busy: [2, false, () => html(429, 'Too many requests')],
  missing: [8, true, () => html(404, 'Not found')],
  gone: [2, true, () => html(410, 'Gone')],
  broken: [2, true, () => html(500, 'Internal server error')],
  soft: [3, true, () => soft],
  reset: [2, true, () => undefined],
  loop: [2, true, (at) => redirect(302, `/${at}/loop`)],
};
/** Milliseconds of a slow answer. */
const SLOW = 300;

/** A link checker: its command for a page, and the addresses that it reports as dead. */
interface Checker {
  readonly name: string;
  readonly program: string;
  /** For a shell: $0 is the page, $1 the file for its output. */
  readonly command: string;
  dead(out: string): readonly string[];
}

const others: readonly Checker[] = [
  {
    name: 'linkchecker',
    program: 'linkchecker',
    command: 'linkchecker --no-status --no-warnings --check-extern -r1 -t50 --timeout=20 -o csv "$0" > "$1"; exit 0',
    dead: (out) =>
      z
        .array(z.looseObject({ urlname: z.string(), valid: z.string() }))
        .parse(
          parse(readFileSync(out, 'utf8'), { columns: true, delimiter: ';', comment: '#', relax_column_count: true }),
        )
        .filter(({ valid }) => valid === 'False')
        .map(({ urlname }) => urlname),
  },
  {
    name: 'linkinator',
    program: 'linkinator',
    command: 'linkinator "$0" --format json > "$1"; exit 0',
    dead: (out) =>
      z
        .object({ links: z.array(z.object({ url: z.string(), state: z.string() })) })
        .parse(JSON.parse(readFileSync(out, 'utf8')))
        .links.filter(({ state }) => state === 'BROKEN')
        .map(({ url }) => url),
  },
];

/** Dead links found, missed and invented, CPU and time, next to other installed checkers. */
export const deadLinks = benchmark({
  name: 'dead-links',
  summary: 'dead links found and missed, CPU and time, beside linkchecker and linkinator where they are installed',
  options: z.object({ links: flag(positive.default(10_000), { value: 'N', description: 'links of the page' }) }),
  async run({ links }, say) {
    const folder = mkdtempSync(join(tmpdir(), 'forager-bench-'));
    const web = await serve(links);
    try {
      const page = `http://127.0.0.1:${web.port}/`;
      const db = join(folder, 'links.sqlite');
      const forager = [resolve('src/cli/forager.mjs')];
      const near = ['--allow-private', '--db', db];
      await timed(process.execPath, [
        ...forager,
        'crawl',
        '--url',
        page,
        '--page-limit',
        '1',
        '--render',
        'http',
        ...near,
      ]);
      const out = join(folder, 'ours.jsonl');
      const list = ['dead', '--once', '--out', out, ...near];
      const ours = { name: 'forager', ...(await timed(process.execPath, [...forager, ...list])) };
      const linesOf = (file: string) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '');
      const found = linesOf(out).map((line) => z.object({ url: z.string() }).parse(JSON.parse(line)).url);
      const again = await timed(process.execPath, [...forager, ...list, '--force']);
      const results = [{ ...ours, ...score(found, web.dead) }];
      say(`a second run: ${again.seconds.toFixed(1)} s`);
      for (const checker of others) {
        if (!isInstalled(checker.program)) {
          say(`${checker.name} is not installed: left out`);
          continue;
        }
        const file = join(folder, checker.name);
        const time = await timed('bash', ['-c', checker.command, page, file]);
        results.push({ name: checker.name, ...time, ...score(checker.dead(file), web.dead) });
      }
      return results.flatMap((one): Metric[] => [
        figure(`${one.name}: dead links missed, of ${web.dead.size}`, one.missed, 'links'),
        figure(`${one.name}: links called dead that are not`, one.made, 'links'),
        figure(`${one.name}: time`, one.seconds, 's'),
        figure(`${one.name}: CPU`, one.cpu, 's'),
        ...(one.name === 'forager' ? [] : compared(results[0] ?? one, one)),
      ]);
    } finally {
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

type Result = { readonly name: string } & Awaited<ReturnType<typeof timed>> & ReturnType<typeof score>;

const compared = (ours: Result, other: Result): readonly Metric[] => [
  atMost(1, `missed, of ${other.name}'s`, ours.missed / Math.max(1, other.missed), 'ratio'),
  atMost(1, `made up, of ${other.name}'s`, ours.made / Math.max(1, other.made), 'ratio'),
  atMost(1, `CPU, of ${other.name}'s`, ours.cpu / other.cpu, 'ratio'),
  atMost(1, `time, of ${other.name}'s`, ours.seconds / other.seconds, 'ratio'),
];

function score(found: readonly string[], dead: ReadonlySet<string>) {
  const told = new Set(found.filter((url) => url.includes('127.0.')));
  return {
    missed: [...dead].filter((url) => !told.has(url)).length,
    made: [...told].filter((url) => !dead.has(url)).length,
  };
}

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/**
 * Runs a program; its CPU time, with that of its children, as reported by the shell. @throws BadInput if it fails other
 * than by finding dead links
 */
async function timed(
  program: string,
  args: readonly string[],
): Promise<{ readonly seconds: number; readonly cpu: number }> {
  const begin = performance.now();
  const child = spawn('bash', ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@"', 'bash', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += String(data)));
  await new Promise((done) => child.once('close', done));
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)\s*$/.exec(said) ?? [];
  if (user === undefined || /^forager: /m.test(said)) throw new BadInput(`${program} ended with: ${said.slice(-300)}`);
  return { seconds: (performance.now() - begin) / 1000, cpu: Number(user) + Number(system) };
}

/** A page with the given number of links to hosts of this machine, and their servers. */
async function serve(count: number) {
  const dealt = Object.entries(kinds).flatMap(([kind, [share]]) => Array.from({ length: share }, () => kind));
  const server = createServer((request, response) => void answer(request, response, page));
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const urls = Array.from({ length: count }, (_, at) => {
    const [kind = 'page'] = dealt.slice((at * 37 + Math.floor(at / HOSTS) * 7) % dealt.length);
    const host = `127.0.${1 + Math.floor((at % HOSTS) / 200)}.${1 + (at % 200)}`;
    return { kind, url: `http://${host}:${address.port}/${at}/${kind}` };
  });
  const page = `<!doctype html><title>Links</title>${urls.map(({ url }) => `<a href="${url}">link</a>\n`).join('')}`;
  return {
    port: address.port,
    dead: new Set(urls.flatMap(({ kind, url }) => (kinds[kind]?.[1] ? [url] : []))),
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

async function answer({ method = 'GET', url = '/', socket }: IncomingMessage, response: ServerResponse, page: string) {
  const [, at = '', kind = ''] = url.split('/');
  if (kind === 'slow') await setTimeout(SLOW);
  const reply = url === '/' ? () => html(200, page) : (kinds[kind]?.[2] ?? (() => html(404, 'Not found')));
  const sent = reply(at, method);
  if (!sent) socket.destroy();
  else response.writeHead(sent.status, sent.headers).end(method === 'HEAD' ? undefined : sent.body);
}
