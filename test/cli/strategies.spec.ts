import { expect } from '@playwright/test';
import { z } from 'zod';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { revisitRules } from '../../src/revisit-rules/registry.ts';
import { rewards } from '../../src/rewards/registry.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { presets } from '../../src/strategies/registry.ts';
import { test } from '../plain-test.ts';
import { forager } from './forager.ts';

const members = [...presets, ...rewards, ...siteRules, ...linkOrders, ...revisitRules];

test('forager strategies lists every strategy and every part of one, at most 80 columns wide', async () => {
  const { code, stdout } = await forager(['strategies']);
  expect(code).toBe(0);
  for (const { name } of members) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  expect(stdout.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
});

test('forager strategies NAME prints meaning, source, and parameters with defaults and ranges', async () => {
  const { stdout } = await forager(['strategies', 'thompson']);
  expect(stdout).toMatch(/^site rule thompson\n {2}meaning {2}\S/);
  expect(stdout).toMatch(/^ {2}source {3}Thompson 1933; Chapelle & Li 2011/m);
  expect(stdout).toContain('\nParameters (--site-rule-param NAME=VALUE):\n');
  expect(stdout.replace(/\s+/g, ' ')).toContain('(default: 0.95; more than 0, at most 1)');
  const common = await forager(['strategies', 'hits']);
  expect(common.stdout).toMatch(/^strategy hits\n[\s\S]*\n\nlink order hits\n/);
  expect(common.stdout).toMatch(/little or whole\)$/m);
});

test('every member names its source', async () => {
  const { stdout } = await forager(['strategies', '--json']);
  const all = z.array(z.object({ name: z.string(), source: z.string().min(1) })).parse(JSON.parse(stdout));
  expect(all.map(({ name }) => name)).toEqual(members.map(({ name }) => name));
});

test('an unknown name is one line and exit code 4', async () => {
  expect(await forager(['strategies', 'thomson'])).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(/unknown strategy or part of one "thomson": did you mean "thompson"\?/),
  });
});
