import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';

const CHAIN = 300;
const NAMES = 700;

/**
 * A file for threads whose imports take some tenths of a second to link: each name is resolved through the whole chain.
 */
function writeSlowToLink(folder: string): void {
  const all = Array.from({ length: NAMES }, (_, at) => `n${at}`);
  writeFileSync(join(folder, 'm0.mjs'), `export const ${all.map((name) => `${name} = 1`).join(', ')};`);
  for (let at = 1; at < CHAIN; at++) writeFileSync(join(folder, `m${at}.mjs`), `export * from './m${at - 1}.mjs';`);
  const task = `import { ${all.join(', ')} } from './m${CHAIN - 1}.mjs';\nexport default () => n7;\n`;
  writeFileSync(join(folder, 'slow.mjs'), task);
}

test('threads may be ended while they load: the process continues', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forager-threads-'));
  writeSlowToLink(folder);
  writeFileSync(
    join(folder, 'ending.mjs'),
    `
    import { openPool } from ${JSON.stringify(new URL('../../dist/src/domain/threads.js', import.meta.url).href)};
    const from = ${JSON.stringify(pathToFileURL(join(folder, 'here.mjs')).href)};
    const open = (options) => openPool(from, 'slow', options).on('error', () => undefined);
    const begun = performance.now();
    const first = open({ minThreads: 1, maxThreads: 1 });
    const answer = await first.run(undefined);
    const whole = performance.now() - begun;
    await first.destroy();
    for (const part of [.2, .3, .4, .5, .6, .7, .8, .9]) {
      const pool = open({ minThreads: 1, maxThreads: 1 });
      await new Promise((done) => setTimeout(done, part * whole));
      await pool.destroy();
    }
    process.stdout.write('answer ' + answer);
    `,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'ending.mjs')]);
  expect(stdout).toBe('answer 1');
  rmSync(folder, { recursive: true, force: true });
});
