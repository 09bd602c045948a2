import { expect } from '@playwright/test';
import { chosenTechniques, techniques } from '../../../src/capture/find/registry.ts';
import { BadInput } from '../../../src/domain/errors.ts';
import { test } from '../../plain-test.ts';

const names = (...levels: readonly string[]) =>
  techniques.filter(({ level }) => levels.includes(level)).map(({ name }) => name);

test('a level includes the techniques of the levels below it', () => {
  expect([...chosenTechniques('passive')]).toEqual(names('passive'));
  expect([...chosenTechniques('active')]).toEqual(names('passive', 'active'));
  expect([...chosenTechniques('thorough')]).toEqual(techniques.map(({ name }) => name));
});

test('techniques are added and removed by name, the last one takes precedence', () => {
  const without = names('passive').filter((name) => name !== 'frame');
  expect([...chosenTechniques('passive,-frame')]).toEqual(without);
  expect([...chosenTechniques(' passive , -frame, +frame ')].sort()).toEqual(names('passive').sort());
});

test('an unknown choice is refused in one line that lists the known ones', () => {
  for (const [text, why] of [
    ['', '"" is no level'],
    ['all', '"all" is no level'],
    ['active,frame', '"frame" must begin with + or -'],
    ['active,-scrolling', '"scrolling" is no technique'],
    ['active,', '"" must begin with + or -'],
  ] as const) {
    const choose = () => chosenTechniques(text);
    expect(choose, text).toThrow(BadInput);
    expect(choose, text).toThrow(
      `--capture: ${why}: give one of passive, active, thorough, then +NAME or -NAME of dom,`,
    );
  }
});
