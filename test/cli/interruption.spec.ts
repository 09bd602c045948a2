import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';

/** A process that handles interrupts, and ends by itself only when the test is over. */
const script = `import('${join(import.meta.dirname, '../../dist/src/cli/progress/interruption.js')}').then(({ handleInterrupts }) => {
  const { signal, off } = handleInterrupts();
  signal.addEventListener('abort', () => console.log('first'));
  process.on('SIGUSR2', () => (off(), console.log('off')));
  process.stdin.resume();
  console.log('hears');
})`;

for (const [first, second] of [
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', 'SIGTERM'],
] as const)
  test(`${first} ends the command after its work, and ${second} after it ends the process at once, exit code 11`, async () => {
    const { child, said } = await hearing();
    child.kill(first);
    expect(await said()).toBe('first\n');
    child.kill(second);
    expect(await once(child, 'exit')).toEqual([11, null]);
  });

test('a cancelled handler leaves signals to others', async () => {
  const { child, said } = await hearing();
  child.kill('SIGUSR2');
  expect(await said()).toBe('off\n');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

async function hearing() {
  const child = spawn(process.execPath, ['-e', script]);
  const said = async () => {
    // A process that ends prints nothing more.
    const [text = ''] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [])]);
    return String(text);
  };
  expect(await said()).toBe('hears\n');
  return { child, said };
}
