import { expect } from '@playwright/test';
import { TemplateStatistics } from '../../../src/capture/adaptive/template-statistics.ts';
import { STATIC } from '../../../src/capture/documents/page-shape.ts';
import type { KnownTemplate, Template } from '../../../src/domain/page.ts';
import { test } from '../../plain-test.ts';

const scripted: Template = { site: 1, pattern: 'a.test/news/*', shape: 'abc' };
const still: Template = { ...scripted, shape: STATIC };

/** Statistics, and a list of what they have recorded. */
function open(known: Iterable<KnownTemplate> = []) {
  const kept = new Map<string, KnownTemplate>();
  const statistics = new TemplateStatistics(known, async (template) => {
    kept.set(`${template.site} ${template.pattern} ${template.shape}`, template);
  });
  const learn = (template: Template, outcomes: string) => {
    for (const outcome of outcomes) void statistics.learn(template, outcome === '=', 'http://a.test/');
  };
  return { statistics, kept, learn };
}

/** Results of comparisons, `=` or `x`, and the state after them. */
const lessons: readonly [string, KnownTemplate['state']][] = [
  ['=', 'learning'],
  ['==', 'learning'],
  ['='.repeat(11), 'learning'],
  ['='.repeat(12), 'plain'],
  ['x', 'browser'],
  ['==x', 'browser'],
  [`${'='.repeat(12)}x`, 'browser'],
  [`x${'='.repeat(11)}`, 'browser'],
  [`x${'='.repeat(12)}`, 'plain'],
  [`x${'='.repeat(12)}x${'='.repeat(23)}`, 'browser'],
  [`x${'='.repeat(12)}x${'='.repeat(24)}`, 'plain'],
];
for (const [outcomes, state] of lessons) {
  test(`${outcomes}: ${state}`, () => {
    const { statistics, kept, learn } = open();
    learn(scripted, outcomes);
    expect([...kept.values()]).toMatchObject([{ ...scripted, state }]);
    expect(statistics.isPlain(scripted)).toBe(state === 'plain');
    expect(open(kept.values()).statistics.isPlain(scripted), 'after a restart').toBe(state === 'plain');
  });
}

test("statistics of a template don't apply to another shape, pattern or site", () => {
  const { statistics, learn } = open();
  learn(scripted, '='.repeat(12));
  expect(statistics.isPlain({ ...scripted, shape: 'other' })).toBe(false);
  expect(statistics.isPlain({ ...scripted, pattern: 'a.test/*' })).toBe(false);
  expect(statistics.isPlain({ ...scripted, site: 2 })).toBe(false);
});

test('a shape that never differed on twelve pages of a site needs one page of another pattern', () => {
  const { statistics, learn } = open();
  learn(scripted, '='.repeat(12));
  const other = { ...scripted, pattern: 'a.test/people/*' };
  expect(statistics.isPlain(other)).toBe(false);
  learn(other, '=');
  expect(statistics.isPlain(other)).toBe(true);
  learn({ ...scripted, pattern: 'a.test/labs/*' }, 'x');
  expect(statistics.isPlain(other), 'once it differed somewhere').toBe(false);
  expect(statistics.isPlain(scripted), 'which has proved itself').toBe(true);
});

test('static pages are trusted after two equal results on a site, until one differs', () => {
  const { statistics, learn } = open();
  expect(statistics.isPlain(still)).toBe(false);
  learn(still, '=');
  learn({ ...still, pattern: 'a.test/' }, '=');
  expect(statistics.isPlain(still)).toBe(true);
  expect(statistics.isPlain({ ...still, pattern: 'a.test/new/*' })).toBe(true);
  expect(statistics.isPlain({ ...still, site: 2 })).toBe(false);
  learn({ ...still, pattern: 'a.test/other/*' }, 'x');
  expect(statistics.isPlain(still)).toBe(false);
  learn(still, '==');
  expect(statistics.isPlain(still)).toBe(true);
});

test('plain templates are checked forever, less and less often', () => {
  const { statistics, learn } = open();
  learn(scripted, '='.repeat(12));
  expect(statistics.checkedShare(scripted)).toBe(1 / 20);
  learn(scripted, '='.repeat(18));
  expect(statistics.checkedShare(scripted)).toBe(1 / 30);
  learn(scripted, '='.repeat(1000));
  expect(statistics.checkedShare(scripted)).toBe(1 / 50);
});

/** Number of pages of a pattern, out of a given number, for which a plain request is tried. */
const tried = (statistics: TemplateStatistics, template: Template, pages: number, then: () => void): number => {
  let count = 0;
  for (let page = 0; page < pages; page++) {
    if (!statistics.isWorthATry(template.site, template.pattern)) continue;
    count++;
    then();
  }
  return count;
};

test('where plain requests never suffice, they are tried less and less often, also after an unsuccessful redesign', () => {
  const { statistics, learn } = open();
  expect(tried(statistics, scripted, 1000, () => learn(scripted, 'x'))).toBeLessThan(15);
  const redesigned = { ...scripted, shape: 'new' };
  expect(tried(statistics, scripted, 1000, () => learn(redesigned, '='))).toBeGreaterThan(2);
  expect(statistics.isPlain(redesigned)).toBe(true);
});

test('a pattern where plain requests suffice for some pages is tried forever', () => {
  const { statistics, learn } = open();
  let page = 0;
  const then = () => (page++ % 3 === 0 ? statistics.used(still) : learn(scripted, 'x'));
  expect(tried(statistics, scripted, 1000, then)).toBe(1000);
});

test('a site that refuses plain requests is tried less and less often, and nothing is learned', () => {
  const { statistics, kept } = open();
  expect(tried(statistics, scripted, 1000, () => statistics.failed(1))).toBeLessThan(20);
  expect(statistics.isWorthATry(2, scripted.pattern)).toBe(true);
  expect(kept.size).toBe(0);
});

test('of a site with endless patterns, at most 1,000 are tracked', () => {
  const { statistics } = open();
  for (let page = 0; page < 2000; page++) statistics.isWorthATry(1, statistics.countedPattern(1, `a.test/x${page}/*`));
  expect(statistics.countedPattern(1, 'a.test/x999/*')).toBe('a.test/x999/*');
  expect(statistics.countedPattern(1, 'a.test/x1000/*')).toBe('*');
});

/** The same seed gives the same numbers, from [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('in any sequence, no template is plain whose last comparison differed; failures and restarts add nothing', () => {
  const violations: string[] = [];
  for (let seed = 1; seed <= 100; seed++) {
    const random = numbers(seed);
    const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const { statistics, kept, learn } = open();
    const last = new Map<string, boolean>();
    const templates = new Map<string, Template>();
    for (let step = 0; step < 100; step++) {
      const template = { site: pick(1, 2), pattern: pick('p', 'q', 'r'), shape: pick(STATIC, 's', 't') };
      const key = JSON.stringify(template);
      templates.set(key, template);
      const plain = () => [...templates.values()].map((one) => statistics.isPlain(one)).join();
      const before = plain();
      if (random() < 0.2) {
        statistics.failed(template.site);
        if (plain() !== before) violations.push(`seed ${seed}, step ${step}: a failure taught something`);
      } else {
        const isEqual = random() < 0.8;
        learn(template, isEqual ? '=' : 'x');
        last.set(key, isEqual);
      }
      const restarted = open(kept.values()).statistics;
      for (const [name, one] of templates) {
        const where = `seed ${seed}, step ${step}: ${name}`;
        if (last.get(name) === false && statistics.isPlain(one)) violations.push(`${where} differed`);
        if (restarted.isPlain(one) && !statistics.isPlain(one)) violations.push(`${where} after a restart`);
      }
    }
  }
  expect(violations).toEqual([]);
});
