import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from '../frontier/world.ts';
import { forager } from './forager.ts';

const output = z.object({
  webs: z.array(z.object({ name: z.string(), pages: z.number() })),
  results: z.array(
    z.object({
      web: z.string(),
      rule: z.string(),
      seeds: z.number(),
      ofPossible: z.number(),
      ofOptimum: z.number(),
      ofUniform: z.number(),
      ofPossibleAllSteps: z.number(),
    }),
  ),
});

const SPEC = 'pages: 300\nsteps: 30\nstatic: 0.5\n';

test('forager lab recrawl: table, JSON, CSV and report; the same again', async ({ folder }) => {
  writeFileSync(`${folder}/web.yaml`, SPEC);
  const rules = ['--rules', 'uniform,fresh,scent:delta=0.1'];
  const args = [
    'lab',
    'recrawl',
    '--synthetic',
    `${folder}/web.yaml`,
    ...rules,
    '--budget',
    '10%,0.2',
    '--seeds',
    '2',
    '--quiet',
  ];
  const files = ['--csv', `${folder}/recrawl.csv`, '--html', `${folder}/recrawl.html`];
  const first = await forager([...args, ...files, '--json']);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const { webs, results } = output.parse(JSON.parse(first.stdout));
  expect(webs).toEqual([{ name: 'web', pages: 300 }]);
  expect(results.map(({ web, rule, seeds }) => `${web}: ${rule} ${seeds}`)).toEqual(
    ['10', '20'].flatMap((budget) =>
      ['known rates', 'uniform', 'fresh', 'scent:delta=0.1'].map((rule) => `web, ${budget} % a step: ${rule} 2`),
    ),
  );
  for (const { rule, ofPossible, ofPossibleAllSteps, ofOptimum, ofUniform } of results) {
    expect(ofPossibleAllSteps).toBeGreaterThan(0);
    expect(ofPossibleAllSteps).toBeLessThanOrEqual(1);
    expect(ofPossibleAllSteps, 'over other steps').not.toBe(ofPossible);
    expect(ofPossible).toBeGreaterThan(0);
    expect(ofPossible).toBeLessThanOrEqual(1);
    if (rule === 'known rates') expect(ofOptimum).toBe(1);
    if (rule === 'uniform') expect(ofUniform).toBe(1);
  }
  expect(readFileSync(`${folder}/recrawl.csv`, 'utf8').split('\r\n')[0]).toBe(
    'web,rule,seeds,ofPossible,sd,ofOptimum,ofUniform,ofPossibleAllSteps,ofOptimumAllSteps',
  );
  expect(readFileSync(`${folder}/recrawl.html`, 'utf8')).toContain('Q as a share of the possible Q');
  expect((await forager([...args, '--json'])).stdout, 'deterministic').toBe(first.stdout);
  expect((await forager(args)).stdout).toMatch(/^web, 20 % a step +known rates +\d/m);
});

const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no folder for its output', ['--csv', 'none/x.csv'], /^forager: can't write none\/x\.csv/],
  ['output that is there', ['--html', 'package.json'], /^forager: package\.json already exists/],
  ['no web', [], /^forager: give either --synthetic or --web/],
  [
    'a spec that is named as a database',
    ['--web', 'data/changing-webs/mixed.yaml'],
    /^forager: --web: data\/changing-webs\/mixed\.yaml is not a database; for a spec, use --synthetic\n$/,
  ],
  ['no such file', ['--synthetic', 'none.yaml'], /^forager: --synthetic: no file none\.yaml\n$/],
  ['no spec', ['--synthetic', 'package.json'], /^forager: package\.json: it: Unrecognized keys?: .*\n$/],
  [
    'unknown rule',
    ['--synthetic', 'data/changing-webs/mixed.yaml', '--rules', 'frehs'],
    /^forager: --rules: unknown rule "frehs": did you mean "fresh"\?/,
  ],
  [
    'unknown parameter',
    ['--synthetic', 'data/changing-webs/mixed.yaml', '--rules', 'scent:n=3'],
    /^forager: --rules: scent:n=3: /,
  ],
  [
    'bad budget',
    ['--synthetic', 'data/changing-webs/mixed.yaml', '--budget', '0%'],
    /^forager: --budget must be shares of the pages/,
  ],
];
for (const [name, args, message] of mistakes) {
  test(`${name}: exit code 4 and one line`, async () => {
    const ended = await forager(['lab', 'recrawl', '--quiet', ...args]);
    expect(ended).toMatchObject({ code: 4, stdout: '' });
    expect(ended.stderr).toMatch(message);
  });
}
