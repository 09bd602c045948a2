import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { BadInput } from '../../../../src/domain/errors.ts';
import { expect, test as odd } from '../../fixtures.ts';

interface Traced {
  readonly folder: string;
  readonly said: string[];
  /** Reads `host/path` of the odd sites with traces; returns the reason if it fails. */
  read(address: string): Promise<string>;
}

const test = odd.extend<{ traced: Traced }>({
  traced: async ({ odd }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'forager-traces-'));
    const said: string[] = [];
    const capture = new BrowserCapture({
      headed: false,
      hostRules: odd.server.hostRules,
      workers: 1,
      now: Date.now,
      say: (line) => said.push(line),
      traceFolder: join(folder, 'traces'),
      patience: { answer: 2500, page: 2000, requests: 1000, script: 1500 },
    });
    await capture.start();
    const read = (address: string) =>
      capture.read({ url: `http://${address}`, site: 1 }).then(
        () => 'read',
        (error: Error) => error.message,
      );
    await use({ folder: join(folder, 'traces'), said, read });
    await capture.close();
    rmSync(folder, { recursive: true });
  },
});

test('a page that answers 500 leaves a trace, pages that load leave none', async ({ traced }) => {
  expect(await traced.read('failures.test/fine')).toBe('read');
  expect(await traced.read('failures.test/500')).toBe('HTTP 500');
  expect(await traced.read('failures.test/fine')).toBe('read');
  expect(await traced.read('failures.test/404')).toBe('HTTP 404');
  expect(await traced.read('frames.test/nested')).toBe('read');
  const traces = readdirSync(traced.folder);
  expect(traces).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-failures\.test-500\.zip$/),
    expect.stringMatching(/-failures\.test-404\.zip$/),
  ]);
  for (const trace of traces)
    expect(readFileSync(join(traced.folder, trace)).subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  for (const trace of traces) expect(statSync(join(traced.folder, trace)).mode & 0o777).toBe(0o600);
  expect(statSync(traced.folder).mode & 0o777).toBe(0o700);
  expect(traced.said.filter((line) => !line.startsWith('as root'))).toEqual([
    expect.stringMatching(/^traces in .*\/traces hold cookies/),
  ]);
});

test('servers and pages that hang leave traces, too', async ({ traced }) => {
  expect(await traced.read('failures.test/silence')).toBe('no answer in time');
  expect(await traced.read('failures.test/reset')).toBe('ERR_EMPTY_RESPONSE');
  expect(await traced.read('endless.test/inline')).toBe('read');
  expect(await traced.read('endless.test/plain')).toBe('read');
  expect(readdirSync(traced.folder)).toHaveLength(2);
});

test('a disk that refuses traces is reported once, and pages are read and fail as before', async ({ traced }) => {
  rmSync(traced.folder, { recursive: true });
  writeFileSync(traced.folder, 'in the way');
  expect(await traced.read('failures.test/404')).toBe('HTTP 404');
  expect(await traced.read('failures.test/500')).toBe('HTTP 500');
  expect(await traced.read('failures.test/fine')).toBe('read');
  expect(traced.said.filter((line) => line.startsWith('no '))).toEqual([
    expect.stringContaining(`no traces from here on: ${traced.folder} can't be written`),
  ]);
});

test('a folder that cannot be created is bad input', async ({ traced }) => {
  writeFileSync(join(traced.folder, 'file'), '');
  const traceFolder = join(traced.folder, 'file', 'traces');
  const choice = { headed: false, hostRules: '', workers: 1, now: Date.now, say: () => undefined };
  const capture = new BrowserCapture({ ...choice, traceFolder });
  await expect(capture.start()).rejects.toThrow(BadInput);
  await capture.close();
});
