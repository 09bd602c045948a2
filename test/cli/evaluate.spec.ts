import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { launchChromium } from '../../src/capture/browser/chromium.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';
import { forager } from './forager.ts';

const QRELS = 'course 0 http://a.test/1 1\ncourse 0 http://a.test/2 1\nstaff 0 http://a.test/3 1\n';
const RUN = [
  'course Q0 http://a.test/1 1 3 <b>mine</b>\n',
  'course Q0 http://a.test/9 2 2 <b>mine</b>\n',
  'course Q0 http://a.test/2 3 1 <b>mine</b>\n',
].join('');

test("forager evaluate prints a run's figures as trec_eval does, as JSON and as CSV", async ({ folder }) => {
  writeFileSync(`${folder}/q`, QRELS);
  writeFileSync(`${folder}/r`, RUN);
  const args = ['evaluate', '--qrels', `${folder}/q`, '--run', `${folder}/r`];
  const text = await forager(args);
  expect(text.code).toBe(0);
  expect(text.stderr).toBe(`forager: ${folder}/r has nothing for staff: means leave that out\n`);
  const lines = text.stdout.split('\n');
  expect(lines).toContain('map                   \tcourse\t0.8333');
  expect(lines).toContain('num_rel_ret           \tall\t2');
  expect(lines).toContain('num_q                 \tall\t1');
  expect(lines).toContain('iprec_at_recall_1.00  \tall\t0.6667');

  const run = z.object({ run: z.string(), topics: z.array(z.looseObject({ topic: z.string(), map: z.number() })) });
  const json = z.object({ runs: z.array(run) }).parse(JSON.parse((await forager([...args, '--json'])).stdout));
  expect(json.runs[0]?.topics.map(({ topic }) => topic)).toEqual(['course', 'all']);
  expect(json.runs[0]?.topics[1]?.map).toBeCloseTo(5 / 6, 12);
  const csv = (await forager([...args, '--csv'])).stdout.split('\r\n');
  expect(csv[0]).toBe('run,topic,metric,value');
  expect(csv).toContain('<b>mine</b>,course,P_5,0.4');
});

test('forager evaluate reports the harvest of a stored crawl, however its addresses are written', async ({
  file,
  folder,
}) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const web = { 'http://a.test/': ['/1', '/3', '/9'], 'http://a.test/1': [], 'http://a.test/3': [] };
  expect(await crawlAll(frontier, web)).toEqual([
    'http://a.test/',
    'http://a.test/1',
    'http://a.test/3',
    'http://a.test/9',
  ]);
  await store.close();
  writeFileSync(`${folder}/q`, QRELS.replace('http://a.test/3', 'HTTP://A.test/3/#staff'));
  const args = ['evaluate', '--qrels', `${folder}/q`, '--db', file];
  const { code, stdout, stderr } = await forager([...args, '--out', `${folder}/report.html`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines).toContain('num_visits            \tall\t4');
  expect(lines).toContain('harvest_rate          \tcourse\t0.2500');
  expect(lines).toContain('recall                \tcourse\t0.5000');
  expect(lines).toContain('recall                \tall\t0.7500');
  const csv = (await forager([...args, '--csv'])).stdout.split('\r\n');
  expect(csv[0]).toBe('crawl,topic,visits,relevant,harvestRate,recall');
  expect(csv).toContain('crawl,staff,3,1,0.3333333333333333,1');
  expect(readFileSync(`${folder}/report.html`, 'utf8')).toContain('"yLabel":"Harvest rate"');
});

const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['--run', 'R'], /^forager: --qrels is required/],
  [['--qrels', 'Q'], /^forager: give either --run or --db/],
  [['--qrels', 'Q', '--run', 'R', '--db', 'x'], /^forager: give either --run or --db/],
  [['--qrels', 'Q', '--run', 'Q'], /^forager: --run: \S+: line 1: .* is not a result \(topic, Q0/],
  [['--qrels', 'R', '--run', 'R'], /^forager: --qrels: \S+: line 1: .* is not a judgement \(topic, 0/],
  [['--qrels', 'none', '--run', 'R'], /^forager: --qrels: no file none\n$/],
  [['--qrels', 'Q', '--run', 'OTHER'], /^forager: --run: \S+ has no results for the judged topics\n$/],
  [['--qrels', 'Q', '--run', 'R', '--csv', '--json'], /^forager: --csv and --json do not work together\n$/],
];
for (const [args, message] of wrong)
  test(`forager evaluate ${args.join(' ')} is refused in one line`, async ({ folder }) => {
    const files = { Q: QRELS, R: RUN, OTHER: 'other Q0 x 1 1 y\n' };
    for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text);
    const { code, stdout, stderr } = await forager([
      'evaluate',
      ...args.map((arg) => (arg in files ? `${folder}/${arg}` : arg)),
    ]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(message);
  });

test('the report draws the curves of the chosen topic, without network and without errors', async ({ folder }) => {
  writeFileSync(`${folder}/q`, QRELS);
  writeFileSync(`${folder}/r`, RUN);
  writeFileSync(`${folder}/s`, 'staff Q0 http://a.test/3 1 1 other\n');
  const runs = ['--run', `${folder}/r`, `${folder}/s`];
  expect(await forager(['evaluate', '--qrels', `${folder}/q`, ...runs, '--out', `${folder}/e.html`])).toMatchObject({
    code: 0,
  });
  const browser = await launchChromium({
    headed: false,
    hostRules: 'MAP * ~NOTFOUND',
    say: () => undefined,
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => errors.push(message.text()));
    await page.goto(pathToFileURL(`${folder}/e.html`).href);
    const drawn = () =>
      page
        .locator('#figure-0-drawing g[aria-label=line]:has(path[d])')
        .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-description')));
    expect(await drawn()).toEqual(['<b>mine</b>', 'other']);
    await page.locator('#topic').selectOption('course');
    expect(await drawn()).toEqual(['<b>mine</b>']);
    await expect(page.locator('#figures tbody tr:visible')).toHaveText(/mine.*0\.8333/);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});
