import { expect, test } from '@playwright/test';
import { TemplateBook } from '../../../src/capture/adaptive/template-book.ts';
import { STATIC } from '../../../src/capture/documents/page-shape.ts';
import type { KnownTemplate, Template } from '../../../src/domain/template.ts';

const scripted: Template = { site: 1, pattern: 'a.test/news/*', shape: 'abc' };
const still: Template = { ...scripted, shape: STATIC };

/** A book, and what it takes down. */
function open(known: Iterable<KnownTemplate> = []) {
  const kept = new Map<string, KnownTemplate>();
  const book = new TemplateBook(known, (template) =>
    kept.set(`${template.site} ${template.pattern} ${template.shape}`, template),
  );
  const learn = (template: Template, outcomes: string) => {
    for (const outcome of outcomes) book.learn(template, outcome === '=', 'http://a.test/');
  };
  return { book, kept, learn };
}

/** What was compared, `=` or `x`, and what is known then. */
const lessons: readonly [string, KnownTemplate['state']][] = [
  ['=', 'learning'],
  ['==', 'learning'],
  ['===', 'plain'],
  ['x', 'browser'],
  ['==x', 'browser'],
  ['===x', 'browser'],
  ['x=====', 'browser'],
  ['x======', 'plain'],
  ['x======x===========', 'browser'],
  ['x======x============', 'plain'],
];
for (const [outcomes, state] of lessons) {
  test(`${outcomes}: ${state}`, () => {
    const { book, kept, learn } = open();
    learn(scripted, outcomes);
    expect([...kept.values()]).toMatchObject([{ ...scripted, state }]);
    expect(book.isPlain(scripted)).toBe(state === 'plain');
    expect(open(kept.values()).book.isPlain(scripted), 'after a restart').toBe(state === 'plain');
  });
}

test('what is known of a template says nothing of another shape, pattern or site', () => {
  const { book, learn } = open();
  learn(scripted, '===');
  expect(book.isPlain({ ...scripted, shape: 'other' })).toBe(false);
  expect(book.isPlain({ ...scripted, pattern: 'a.test/*' })).toBe(false);
  expect(book.isPlain({ ...scripted, site: 2 })).toBe(false);
});

test('a shape that never differed on six pages of a site needs one page of another pattern', () => {
  const { book, learn } = open();
  learn(scripted, '======');
  const other = { ...scripted, pattern: 'a.test/people/*' };
  expect(book.isPlain(other)).toBe(false);
  learn(other, '=');
  expect(book.isPlain(other)).toBe(true);
  learn({ ...scripted, pattern: 'a.test/labs/*' }, 'x');
  expect(book.isPlain(other), 'once it differed somewhere').toBe(false);
  expect(book.isPlain(scripted), 'which has proved itself').toBe(true);
});

test('static pages are taken on trust once two of the site came to the same, until one does not', () => {
  const { book, learn } = open();
  expect(book.isPlain(still)).toBe(false);
  learn(still, '=');
  learn({ ...still, pattern: 'a.test/' }, '=');
  expect(book.isPlain(still)).toBe(true);
  expect(book.isPlain({ ...still, pattern: 'a.test/new/*' })).toBe(true);
  expect(book.isPlain({ ...still, site: 2 })).toBe(false);
  learn({ ...still, pattern: 'a.test/other/*' }, 'x');
  expect(book.isPlain(still)).toBe(false);
  learn(still, '==');
  expect(book.isPlain(still)).toBe(true);
});

test('plain templates are checked for ever, ever less often', () => {
  const { book, learn } = open();
  learn(scripted, '===');
  expect(book.checkedShare(scripted)).toBe(1 / 20);
  learn(scripted, '='.repeat(27));
  expect(book.checkedShare(scripted)).toBe(1 / 30);
  learn(scripted, '='.repeat(1000));
  expect(book.checkedShare(scripted)).toBe(1 / 50);
});

/** Pages of a pattern, of so many, for which a plain request is tried. */
const tried = (book: TemplateBook, template: Template, pages: number, then: () => void): number => {
  let count = 0;
  for (let page = 0; page < pages; page++) {
    if (!book.isWorthATry(template.site, template.pattern)) continue;
    count++;
    then();
  }
  return count;
};

test('where plain requests never do, they are tried ever less often, also after a redesign in vain', () => {
  const { book, learn } = open();
  expect(tried(book, scripted, 1000, () => learn(scripted, 'x'))).toBeLessThan(15);
  const redesigned = { ...scripted, shape: 'new' };
  expect(tried(book, scripted, 1000, () => learn(redesigned, '='))).toBeGreaterThan(2);
  expect(book.isPlain(redesigned)).toBe(true);
});

test('a pattern of which some pages do is tried for ever', () => {
  const { book, learn } = open();
  let page = 0;
  const then = () => (page++ % 3 === 0 ? book.used(still) : learn(scripted, 'x'));
  expect(tried(book, scripted, 1000, then)).toBe(1000);
});

test('a site that refuses plain requests is tried ever less often, and nothing is learned', () => {
  const { book, kept } = open();
  expect(tried(book, scripted, 1000, () => book.failed(1))).toBeLessThan(20);
  expect(book.isWorthATry(2, scripted.pattern)).toBe(true);
  expect(kept.size).toBe(0);
});

test('a site has patterns without end: no more than 1,000 are told apart', () => {
  const { book } = open();
  for (let page = 0; page < 2000; page++) book.isWorthATry(1, book.within(1, `a.test/x${page}/*`));
  expect(book.within(1, 'a.test/x999/*')).toBe('a.test/x999/*');
  expect(book.within(1, 'a.test/x1000/*')).toBe('*');
});

/** The same seed gives the same numbers, from [0, 1). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('whatever happens: no template is plain that differed at its last comparison; failures and restarts add nothing', () => {
  const violations: string[] = [];
  for (let seed = 1; seed <= 100; seed++) {
    const random = numbers(seed);
    const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const { book, kept, learn } = open();
    const last = new Map<string, boolean>();
    const templates = new Map<string, Template>();
    for (let step = 0; step < 100; step++) {
      const template = { site: pick(1, 2), pattern: pick('p', 'q', 'r'), shape: pick(STATIC, 's', 't') };
      const key = JSON.stringify(template);
      templates.set(key, template);
      const plain = () => [...templates.values()].map((one) => book.isPlain(one)).join();
      const before = plain();
      if (random() < 0.2) {
        book.failed(template.site);
        if (plain() !== before) violations.push(`seed ${seed}, step ${step}: a failure taught something`);
      } else {
        const isEqual = random() < 0.8;
        learn(template, isEqual ? '=' : 'x');
        last.set(key, isEqual);
      }
      const restarted = open(kept.values()).book;
      for (const [name, one] of templates) {
        const where = `seed ${seed}, step ${step}: ${name}`;
        if (last.get(name) === false && book.isPlain(one)) violations.push(`${where} differed`);
        if (restarted.isPlain(one) && !book.isPlain(one)) violations.push(`${where} after a restart`);
      }
    }
  }
  expect(violations).toEqual([]);
});
