import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from '../frontier/world.ts';
import { jsonl, page } from '../lab/web-file.ts';
import { forager, start } from './forager.ts';

const result = z.object({
  strategy: z.string(),
  pageLimit: z.number(),
  mean: z.number(),
  sd: z.number(),
  seeds: z.number(),
  ratioToTrivial: z.number().nullable(),
  ratioToOracle: z.number().nullable(),
});
const output = z.object({
  webs: z.array(z.object({ name: z.string(), sites: z.number() })),
  results: z.array(result),
  losses: z.array(z.object({ strategy: z.string() })),
});

/** A recorded web of the given number of pages, a third of them with an external link. */
const wide = (web: string, pages: number): string =>
  jsonl(
    web,
    page('/', ...Array.from({ length: pages }, (_, n) => `/p${n}`)),
    ...Array.from({ length: pages }, (_, n) => page(`/p${n}`, '/', ...(n % 3 === 0 ? [`http://x${n}.org/`] : []))),
  );

test('forager lab: table, JSON, CSV, report and decisions', async ({ folder }) => {
  const webs = ['one', 'two'].flatMap((name, at) => {
    writeFileSync(`${folder}/${name}.jsonl`, wide(name, 20 + 10 * at));
    return ['--web', `${folder}/${name}.jsonl`];
  });
  const files = ['--csv', `${folder}/lab.csv`, '--html', `${folder}/lab.html`];
  const args = [
    'lab',
    ...webs,
    '--strategies',
    'beebot,beebot-institutes:n=3',
    '--page-limit',
    '10,30',
    '--seeds',
    '2',
  ];
  const json = await forager([...args, ...files, '--json', '--quiet']);
  expect(json).toMatchObject({ code: 0, stderr: '' });
  const { webs: told, results, losses } = output.parse(JSON.parse(json.stdout));
  expect(told).toMatchObject([{ name: 'one + two', sites: 2 }]);
  const names = ['beebot', 'beebot-institutes:n=3', 'beebot-trivial', 'clairvoyant', 'site oracle'];
  expect(
    results
      .filter(({ pageLimit }) => pageLimit === 30)
      .map(({ strategy }) => strategy)
      .sort(),
  ).toEqual(names);
  expect(losses.map(({ strategy }) => strategy).sort()).toEqual(names.slice(0, 3));
  for (const one of results) expect(one.seeds).toBe(2);
  expect(readFileSync(`${folder}/lab.csv`, 'utf8').split('\r\n').length).toBe(results.length + 2);
  expect(readFileSync(`${folder}/lab.html`, 'utf8')).toContain('beebot-institutes:n=3');

  const again = await forager([...args, ...files, '--quiet']);
  expect(again).toMatchObject({ code: 4, stdout: '' });
  expect(again.stderr).toMatch(/^forager: .*lab\.csv already exists.*--force/);
  // Before anything is replayed: this web cannot be.
  for (const place of [files, ['--html', `${folder}/none/lab.html`], ['--explain', `${folder}/none/x.csv`]]) {
    const { code, stderr } = await forager(['lab', '--web', `${folder}/none.jsonl`, ...place]);
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringMatching(/already exists|its folder does not exist/),
    });
  }
  const table = await forager([...args, '--quiet']);
  expect(table.stdout).toMatch(/ site oracle +\d/);
  expect(table.stdout).toContain('one + two: 2 sites, 52 pages, 17 external links');

  const together = ['lab', '--web', `${folder}/one.jsonl`, `${folder}/two.jsonl`, ...args.slice(5), '--quiet'];
  expect((await forager(together)).stdout, 'several files behind one --web').toBe(table.stdout);

  const explained = await forager([...args, '--explain', '-']);
  expect(explained.stdout.split('\r\n').length, 'a header, 30 visits of two strategies').toBe(62);
});

test('where documents are counted, it reports how many pages nine tenths of them take', async ({ folder }) => {
  const slides = Array.from({ length: 9 }, (_, at) => `/slides${at}.pdf`);
  writeFileSync(
    `${folder}/one.jsonl`,
    jsonl('one', page('/', '/a', '/b', '/c'), page('/a'), page('/b'), page('/c', ...slides)),
  );
  const args = ['--strategies', 'beebot-trivial', '--measure', 'documents', '--page-limit', '9', '--quiet'];
  const { stdout } = await forager(['lab', '--web', `${folder}/one.jsonl`, ...args]);
  expect(stdout).toContain('one: 1 sites, 4 pages, 9 documents; S(N) in documents');
  expect(stdout).toContain('pages for 90 % of the documents: clairvoyant 2, ');
  expect(stdout).toMatch(/beebot-trivial 4\b/);
});

test("a strategy that judges whole texts warns where they were not kept, others don't", async ({ folder }) => {
  writeFileSync(`${folder}/one.jsonl`, wide('one', 9));
  const args = ['lab', '--web', `${folder}/one.jsonl`, '--page-limit', '5', '--seeds', '1', '--topic', 'courses'];
  const missing = 'the whole text of 10 of 10 recorded pages was not kept';
  expect((await forager([...args, '--strategies', 'topic'])).stderr).toContain(missing);
  expect((await forager([...args, '--strategies', 'beebot', '--measure', 'relevant-pages'])).stderr).toContain(missing);
  expect((await forager([...args, '--strategies', 'topic', '--explain', '-'])).stderr).toContain(missing);
  const plain = await forager([...args, '--strategies', 'beebot']);
  expect(plain.code).toBe(0);
  expect(plain.stderr).not.toContain('was not kept');
  const advised = await forager(['lab', 'advise', ...args.slice(1, 5), '--topic', 'courses', '--trials', '1']);
  expect(advised.stderr).toContain(missing);
});

test('forager lab advise: the best for each budget, with its confidence', async ({ folder }) => {
  const webs = ['one', 'two', 'three'].flatMap((name, at) => {
    writeFileSync(`${folder}/${name}.jsonl`, wide(name, 12 * at + 2));
    return ['--web', `${folder}/${name}.jsonl`];
  });
  const { code, stdout } = await forager(['lab', 'advise', ...webs, '--page-limit', '8', '--trials', '2', '--quiet']);
  expect(code).toBe(0);
  expect(stdout).toContain('8 pages, compared with forager:');
  expect(stdout).toMatch(/^beebot-universities:m=1 +\d/m);
});

test('forager lab train: a prior from recordings, which a replay begins with', async ({ folder }) => {
  writeFileSync(`${folder}/one.jsonl`, wide('one', 40));
  const mine = `${folder}/mine.json`;
  const trained = await forager(['lab', 'train', '--web', folder, '--out', mine, '--quiet']);
  expect(trained).toMatchObject({ code: 0, stderr: '' });
  expect(trained.stdout).toMatch(/from 1 web$/m);
  expect(JSON.parse(readFileSync(mine, 'utf8'))).toMatchObject({ format: 'forager-prior-1', webs: ['one'] });
  const strategies = ['--strategies', `forager:link-order.prior=${mine}`, '--page-limit', '20', '--seeds', '1'];
  expect((await forager(['lab', '--web', `${folder}/one.jsonl`, ...strategies, '--quiet'])).code).toBe(0);

  const nothing = await forager(['lab', 'train', '--out', mine]);
  expect(nothing).toMatchObject({ code: 4, stdout: '' });
  expect(nothing.stderr).toMatch(/^forager: --web is required/);
  const wrong = await forager(['crawl', '--url', 'http://a.test/', '--prior', `${folder}/one.jsonl`, '--dry-run']);
  expect(wrong).toMatchObject({ code: 4, stdout: '' });
  expect(wrong.stderr).toMatch(/^forager: prior .*one\.jsonl: /);
});

test('Ctrl-C keeps finished results', async ({ folder }) => {
  const web = `${folder}/made.yaml`;
  writeFileSync(
    web,
    'sites:\n  - url: http://s{n}.test/\n    count: 2\n    kind: institute\n    pages: 300\n    links: 90\n',
  );
  const args = [
    'lab',
    '--web',
    web,
    '--strategies',
    'beebot',
    '--page-limit',
    '300',
    '--seeds',
    '200',
    '--html',
    `${folder}/lab.html`,
  ];
  const run = start(args);
  await expect.poll(run.stderr, { timeout: 50_000 }).toMatch(/([3-9]|[1-9]\d+) of 600 replays/);
  run.child.kill('SIGINT');
  const { code, stdout, stderr } = await run.ended;
  expect(stderr).toContain('stopping; the result has what is done so far');
  expect(code).toBe(11);
  expect(stdout).toMatch(/beebot/);
  expect(existsSync(`${folder}/lab.html`)).toBe(true);
});

const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no web', [], /^forager: --web is required/],
  ['no such file', ['--web', 'none.jsonl'], /^forager: --web: no file none\.jsonl\n$/],
  [
    'unknown strategy',
    ['--web', 'package.json', '--strategies', 'bebot'],
    /^forager: unknown strategy "bebot": did you mean "beebot"/,
  ],
  [
    'bad parameter',
    ['--web', 'package.json', '--strategies', 'beebot:turns'],
    /^forager: --strategies: write NAME,NAME/,
  ],
  [
    'impossible parameter',
    ['--web', 'package.json', '--strategies', 'beebot-institutes:n=0'],
    /^forager: --site-rule-param n: "0" is not valid for site rule gittins/,
  ],
  ['bad limit', ['--web', 'package.json', '--page-limit', '10,many'], /^forager: --page-limit must be a number\n$/],
  ['no spec of a web', ['--web', 'package.json'], /^forager: package\.json: sites: .*\n$/],
];
for (const [name, args, message] of mistakes) {
  test(`${name}: exit code 4 and one line`, async () => {
    const ended = await forager(['lab', '--quiet', ...args]);
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });
}
