import { expect } from '@playwright/test';
import { gestures } from '../../../../src/capture/explore/gestures.ts';
import { inOrder, registry } from '../../../../src/capture/in-page/gestures/registry.ts';
import { test } from '../../../plain-test.ts';
import { asked, moduleOf } from '../in-page.ts';

/** An element for each gesture, in one that listens. */
const PAGE = `<main id=it>text<button>Press</button><b>part</b><form><input name=q><button>Go</button></form>
  <select><option value="">-<option value=a>A</select><div role=slider aria-valuenow=1 aria-valuemax=3>slide</div>
  <canvas width=200 height=100></canvas><p draggable=true>drag</p><details><summary>More</summary></details></main>`;
const MODULES = moduleOf('gestures/registry.ts', 'acts/plan-acts.ts', 'acts/perform-acts.ts');
const DRAW = `const context = document.querySelector('canvas').getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(50, 20, 60, 60);`;

/** Plans and performs a gesture for listeners of its events, and returns the events that they receive. */
const HEARD = `async (it) => { ${DRAW}
  const heard = {};
  for (const name of ${MODULES}.inOrder) {
    // Later plans have no action of an earlier one, so each gesture gets a first plan.
    const { registry, planActs, performActs } = ${MODULES};
    const { events } = registry[name];
    if (!events) continue;
    const spec = { types: events, places: events.map(() => name), strokes: [], follows: true };
    const { planned } = planActs([spec, spec], 100, [], [], document, it);
    const own = planned.filter(({ act, place }) => act[1] === name && place === name);
    const told = new Set();
    const note = ({ type }) => told.add(type);
    for (const type of events) window.addEventListener(type, note, true);
    for (const { act } of own) await performActs([act], true, true, [], false);
    for (const type of events) window.removeEventListener(type, note, true);
    heard[name] = [...told];
  }
  return heard; }`;

/** Performs each gesture on each element, without the elements and options of a plan, and returns the errors. */
const FAILED = `async (it) => { ${DRAW}
  const { inOrder, registry } = ${MODULES};
  const page = { hasChanged: () => false, actOn: () => undefined };
  const failed = [];
  for (const name of inOrder)
    for (const element of [it, ...it.querySelectorAll('*')])
      try { await registry[name].perform(element, undefined, 0, page) } catch (error) { failed.push(name + ': ' + error) }
  return failed; }`;

test('each gesture is planned once', () => {
  expect([...inOrder].sort()).toEqual([...gestures].sort());
});

test('a gesture is planned for listeners of its events, and these receive it', async () => {
  const heard = await asked(HEARD, PAGE);
  const planned = inOrder.filter((name) => registry[name].events !== undefined);
  const some: unknown = expect.arrayContaining([expect.any(String)]);
  expect(heard).toEqual(Object.fromEntries(planned.map((name) => [name, some])));
});

test('a gesture is performed on any element without an error', async () => {
  expect(await asked(FAILED, PAGE)).toEqual([]);
});

test('a gesture waits for another one that listeners handle', () => {
  const awaited = inOrder.flatMap((name) => registry[name].waitsFor ?? []);
  expect(awaited.filter((name) => registry[name].events === undefined)).toEqual([]);
});
