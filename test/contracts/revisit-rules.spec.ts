import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { revisitRules } from '../../src/revisit-rules/registry.ts';
import {
  addSums,
  type Check,
  type PageView,
  type Pool,
  type RevisitRule,
} from '../../src/revisit-rules/revisit-rule.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';
import { after, begun, facts, order, unchanged } from '../revisit-rules/pages.ts';

const revisits: fc.Arbitrary<Check[]> = fc
  .array(
    fc.record({
      wait: fc.nat(40),
      kept: fc.nat(5000),
      gone: fc.oneof(fc.constant(0), fc.nat(500)),
      fresh: fc.oneof(fc.constant(0), fc.nat(500)),
    }),
    { maxLength: 12 },
  )
  .map((list) => {
    let step = 0;
    return list.map(({ wait, ...found }) => {
      step += wait;
      return { ...found, step };
    });
  });
const pages = fc.array(
  fc.record({
    size: fc.nat(5000),
    site: fc.nat(2),
    group: fc.nat(3),
    cost: fc.double({ min: 0.1, max: 9, noNaN: true }),
    signal: fc.constantFrom(Number.NaN, 0, 1),
    revisits,
  }),
  { minLength: 1, maxLength: 12 },
);

const known = (member: RevisitRule, plan: { revisits: readonly Check[] }[]): PageView[] =>
  plan.map(({ revisits: list, ...more }, id) =>
    list.reduce((page, check) => after(member, page, check), begun(member, facts(id, more))),
  );
const NOW = 500;
const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'revisit-rules.md'), 'utf8');

for (const { name, params, summary, make } of revisitRules) {
  test.describe(`revisit rule ${name}`, () => {
    const member = make(params.parse({}));

    test('keeps as many numbers as it declares, all of them finite', () => {
      fc.assert(
        fc.property(pages, (plan) => {
          const states = known(member, plan).map(({ state }) => state);
          expectSame(
            states.filter((state) => state.length !== member.state.length),
            [],
          );
          expectSame(
            states.flat().filter((number) => !Number.isFinite(number)),
            [],
          );
        }),
      );
    });

    test('ranks all pages by numbers, in any order of rows, and changes nothing', () => {
      fc.assert(
        fc.property(pages, (plan) => {
          const all = known(member, plan);
          const before = structuredClone(all);
          const ranked = order(member, all, NOW);
          expectSame(
            [...ranked].sort((a, b) => a - b),
            all.map(({ id }) => id),
          );
          expectSame(order(member, [...all].reverse(), NOW), ranked);
          expectSame(all, before);
        }),
      );
    });

    test('learns the same from the same, and its pool survives JSON unchanged', () => {
      fc.assert(
        fc.property(pages, revisits, (plan, list) => {
          let [pool, sums]: [Pool, Pool] = [member.pool, {}];
          const lessons = () =>
            known(member, plan).flatMap((page) =>
              list.map((check) => member.learn(page, { ...check, step: NOW }, pool)),
            );
          const learned = lessons();
          expectSame(lessons(), learned);
          for (const lesson of learned) if (lesson.sums) sums = addSums(sums, lesson.sums);
          pool = member.close(pool, { step: NOW, pages: plan.length, revisits: list.length, sums });
          expectSame(JSON.parse(JSON.stringify(pool)), pool);
          expectSame(Object.values(pool).flat().every(Number.isFinite), true);
          expectSame(order(member, known(member, plan), NOW + 1, pool).length, plan.length);
        }),
      );
    });

    test('an interrupted run sums up to the same as an uninterrupted one', () => {
      const [one, two, three] = [{ a: [1, 2] }, { b: [3] }, { a: [4, 5], b: [6] }];
      expect(addSums(addSums(one, two), three)).toEqual({ a: [5, 7], b: [9] });
      expect(addSums(one, addSums(three, two))).toEqual({ a: [5, 7], b: [9] });
    });

    test('equal pages: the smallest id first', () => {
      const all = [3, 1, 2].map((id) => begun(member, facts(id)));
      expect(order(member, all, 1)).toEqual([1, 2, 3]);
    });

    test('neglects no page: without changes, all are checked again and again', () => {
      let all = Array.from({ length: 20 }, (_, id) => begun(member, facts(id, { size: 100 + 300 * id })));
      let pool = member.pool;
      const visits = new Map<number, number>();
      for (let step = 1; step <= 120; step++) {
        for (const id of order(member, all, step, pool).slice(0, 2)) {
          visits.set(id, (visits.get(id) ?? 0) + 1);
          all = all.map((page) => (page.id === id ? after(member, page, unchanged(step, page.size), pool) : page));
        }
        pool = member.close(pool, { step, pages: 20, revisits: 2, sums: {} });
      }
      for (let id = 0; id < 20; id++) expect(visits.get(id), `page ${id}`).toBeGreaterThanOrEqual(3);
    });

    test('refuses an unknown parameter, and describes its own', () => {
      expect(params.safeParse({ nonsense: 1 }).success).toBe(false);
      for (const field of Object.values(params.shape)) expect(field).toHaveProperty('description');
      expect(summary).not.toBe('');
    });

    test('docs/revisit-rules.md describes its numbers, its order, and its parameters with their defaults', () => {
      const kind = member.rank ? 'looks at all pages' : 'static key';
      expect(docs).toContain(`|\`${name}\`|${kind}|${member.state.length}|`);
      const [, section = ''] = docs.split(`### The rule \`${name}\`\n`);
      const told = [...(section.split('\n#')[0] ?? '').matchAll(/^- `(\w+)` \(`?([^`)]+)`?\):/gm)].map((row) => [
        row[1],
        row[2],
      ]);
      const written = (value: unknown) => (value === 1 / 1440 ? '1/1440' : String(value));
      expect(told).toEqual(Object.entries(params.parse({})).map(([parameter, value]) => [parameter, written(value)]));
    });
  });
}

test('docs/revisit-rules.md: all rules and no others', () => {
  expect([...docs.matchAll(/^### The rule `(.*)`$/gm)].map((match) => match[1])).toEqual(
    revisitRules.map(({ name }) => name),
  );
});
