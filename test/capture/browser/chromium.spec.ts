import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { launchChromium, whileConnected } from '../../../src/capture/browser/chromium.ts';
import { BadInput, CommandFailed, RetryVisit } from '../../../src/domain/errors.ts';
import { expect, test } from '../fixtures.ts';

const choice = { headed: false, hostRules: '', say: () => undefined };
const { PATH, FORAGER_CHROMIUM } = process.env;
let folder = '';

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forager-chromium-'));
});
test.afterEach(() => {
  rmSync(folder, { recursive: true });
  process.env.PATH = PATH;
  if (FORAGER_CHROMIUM === undefined) delete process.env.FORAGER_CHROMIUM;
  else process.env.FORAGER_CHROMIUM = FORAGER_CHROMIUM;
});

/** A program that records its name and reports that it is not a browser, or continues as one. */
function program(name: string, then = 'exit 1', dir = folder): string {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, name);
  writeFileSync(file, `#!/bin/sh\necho ${name} >> ${join(folder, 'tried')}\n${then}\n`);
  chmodSync(file, 0o755);
  return file;
}
const tried = (): string[] => readFileSync(join(folder, 'tried'), 'utf8').trim().split('\n');

test('FORAGER_CHROMIUM with a missing file is bad input', async () => {
  process.env.FORAGER_CHROMIUM = join(folder, 'missing');
  await expect(launchChromium(choice)).rejects.toThrow(BadInput);
  await expect(launchChromium(choice)).rejects.toThrow(join(folder, 'missing'));
});

test('a FORAGER_CHROMIUM that does not start fails with one line, and nothing else is tried or installed', async () => {
  process.env.FORAGER_CHROMIUM = program('mine');
  program('chromium');
  process.env.PATH = folder;
  const said: string[] = [];
  const thrown: unknown = await launchChromium({ ...choice, say: (line) => said.push(line) }).catch((error) => error);
  expect(thrown).toBeInstanceOf(CommandFailed);
  expect(String(thrown)).toContain(`Chromium does not start (${join(folder, 'mine')})`);
  expect(String(thrown)).not.toContain('\n');
  expect(new Set(tried())).toEqual(new Set(['mine']));
  expect(said).toEqual([]);
});

test('a capture whose browser did not start can be started again', async () => {
  process.env.FORAGER_CHROMIUM = join(folder, 'missing');
  const capture = new BrowserCapture({ ...choice, workers: 1, now: Date.now });
  await expect(capture.start()).rejects.toThrow(BadInput);
  delete process.env.FORAGER_CHROMIUM;
  await capture.start();
  await capture.close();
});

test.describe("without Playwright's browser", () => {
  test.beforeEach(() => {
    delete process.env.FORAGER_CHROMIUM;
    test.skip(isThere(chromium.executablePath()), "Playwright's own browser comes first");
  });

  /** The first real browser on the PATH, which ends the search. */
  const real = () =>
    ['chromium-headless-shell', 'chromium', 'google-chrome']
      .flatMap((name) => (PATH ?? '').split(delimiter).map((dir) => join(dir, name)))
      .find(isThere);

  test('the headless shell comes before chromium, chromium before google-chrome', async () => {
    test.skip(real() === undefined, 'no browser on the PATH');
    program('chromium-headless-shell');
    program('chromium');
    program('google-chrome', `exec ${real()} "$@"`);
    process.env.PATH = `${folder}${delimiter}${PATH}`;
    await (await launchChromium(choice)).close();
    expect(tried()).toEqual(['chromium-headless-shell', 'chromium', 'google-chrome']);
  });

  test('of executables with the same name, the first on the PATH is used', async () => {
    test.skip(real() === undefined, 'no browser on the PATH');
    const first = join(folder, 'first');
    program('chromium-headless-shell', `exec ${real()} "$@"`, first);
    program('chromium-headless-shell');
    process.env.PATH = [join(folder, 'none'), first, folder, PATH].join(delimiter);
    await (await launchChromium(choice)).close();
    expect(tried()).toEqual(['chromium-headless-shell']);
  });

  test('without a browser, only the headless shell is installed, and its progress is shown', async () => {
    test.skip(process.getuid?.() !== 0 || !isThere('/etc/debian_version'), 'packages are installed as root on Debian');
    const installed = join(folder, 'chromium-headless-shell');
    const steps = ['dlstatus:1:10.2:', 'dlstatus:1:50.5:', 'pmstatus:chromium:55:', 'pmstatus:chromium:100:'];
    // A package manager that shows its progress, and installs a browser that does not start.
    program(
      'apt-get',
      `case "$*" in *install*)
        ${steps.map((step) => `echo ${step}`).join('\n')}
        echo '#!/bin/sh' > ${installed}; /bin/chmod +x ${installed}; echo "$*" > ${join(folder, 'asked')};;
      esac`,
    );
    process.env.PATH = folder;
    // Playwright's installer cannot reach a server.
    process.env.PLAYWRIGHT_DOWNLOAD_HOST = 'http://127.0.0.1:1';
    const said: string[] = [];
    await expect(launchChromium({ ...choice, say: (line) => said.push(line) })).rejects.toThrow(installed);
    delete process.env.PLAYWRIGHT_DOWNLOAD_HOST;
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/ chromium-headless-shell\n$/);
    expect(said).toEqual([
      "no browser yet: trying Playwright's installer",
      'no browser yet: installing the package chromium-headless-shell',
      '  downloaded: 0 %',
      '  downloaded: 40 %',
      '  installed: 40 %',
      '  installed: 100 %',
    ]);
  });
});

test('a browser is given the host rules', async ({ odd }) => {
  const browser = await launchChromium({ ...choice, hostRules: odd.server.hostRules });
  const page = await browser.newPage();
  await page.goto('http://answers.test/page');
  expect(await page.title()).toBe('A page');
  await browser.close();
});

function isThere(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

test('endless work is not waited for after the browser is gone', async () => {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const never = new Promise<never>(() => undefined);
  const begun = whileConnected(browser, never).catch((error: unknown) => error);
  expect(await whileConnected(browser, Promise.resolve(1))).toBe(1);
  await expect(whileConnected(browser, Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  await browser.close();
  expect(await begun).toBeInstanceOf(RetryVisit);
  await expect(whileConnected(browser, never)).rejects.toThrow('the browser has been closed');
});
