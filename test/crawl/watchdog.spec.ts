import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';

const program = join(import.meta.dirname, '..', '..', 'dist', 'test', 'crawl', 'stand-still.js');
const run = (way: string) => spawnSync(process.execPath, [program, way], { encoding: 'utf8', timeout: 30_000 });

for (const [way, where] of [
  ['loop', / \(at .*stand-still.*\): /],
  ['pattern', / \(at .*stand-still.*\): /],
  // Between two promises the place is unknown.
  ['promises', /: /],
] as const) {
  test(`a stalled process is ended, and reports where: ${way}`, () => {
    const { status, stderr } = run(way);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^forager: nothing moved for 1 s.*the same command goes on$/m);
    expect(stderr).toMatch(where);
  });
}

for (const way of ['short steps', 'nothing']) {
  test(`a working process is not ended, and exits when it is done: ${way}`, () => {
    expect(run(way)).toMatchObject({ status: 0, stderr: '' });
  });
}
