import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, LaunchOptions } from 'playwright';
import { z } from 'zod';
import { BadInput, CommandFailed, messageOf, RetryVisit } from '../../domain/errors.ts';

export interface LaunchChoice {
  readonly headed: boolean;
  /** Opens the developer tools for every page; needs `headed`. */
  readonly devtools?: boolean | undefined;
  /** Host rules in Chromium's syntax; empty for none. */
  readonly hostRules: string;
  /** Port of a SOCKS 5 proxy on loopback for all requests, which then applies the host rules. */
  readonly proxyPort?: number;
  /** True to install a missing browser, which takes minutes; default: true. */
  readonly isInstalled?: boolean | undefined;
  /** Reports slow steps to the user. */
  readonly say: (line: string) => void;
}

const isRoot = process.getuid?.() === 0;

/** Warning for a Chromium without a sandbox. */
export const NO_SANDBOX = isRoot
  ? 'as root, Chromium has no sandbox: a hostile page that breaks out of it is root; crawl as another user'
  : undefined;

const environment = () =>
  z.object({ FORAGER_CHROMIUM: z.string().min(1).optional(), PATH: z.string().default('') }).parse(process.env);

/**
 * Starts the first Chromium of: `FORAGER_CHROMIUM`; Playwright's; `chromium-headless-shell` (half the cost), `chromium`
 * or `google-chrome` on the PATH; one installed by Playwright or, as root on Debian, by apt.
 *
 * @throws BadInput if FORAGER_CHROMIUM names no file, or a headed browser has no display
 * @throws CommandFailed, with instructions, if no browser is available or starts
 */
export async function launchChromium(choice: LaunchChoice): Promise<Browser> {
  if (choice.headed) requireDisplay();
  let trouble = '';
  const mayInstall = (choice.isInstalled ?? true) && environment().FORAGER_CHROMIUM === undefined;
  const installers = mayInstall ? [installWithPlaywright, installWithApt] : [];
  for (const install of [undefined, ...installers]) {
    // An installed browser that does not start needs no second one, unless libraries are missing.
    if (install && trouble !== '' && !/shared librar/.test(trouble)) break;
    if (install && !(await install(choice))) continue;
    const started = await tryCandidates(choice);
    if (typeof started !== 'string') return started;
    trouble = started;
  }
  throw new CommandFailed(trouble || NO_BROWSER);
}

/** @throws BadInput if there is no display for the browser */
function requireDisplay(): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return;
  throw new BadInput(
    'a window needs a display, and DISPLAY names none: run it on a desktop, under xvfb-run, or headless',
  );
}

const NO_BROWSER =
  'no Chromium found, and none could be installed: run "npx playwright install chromium", install the package chromium, or set FORAGER_CHROMIUM';

/** Returns the browser, or why no installed one starts. */
async function tryCandidates(choice: LaunchChoice): Promise<Browser | string> {
  const { chromium } = loadPlaywright();
  let trouble = '';
  for (const executablePath of candidates(choice.headed)) {
    try {
      return await chromium.launch(launchOptions(choice, executablePath));
    } catch (error) {
      const reason = firstLine(error);
      const isMissing = executablePath === undefined && /Executable doesn't exist/.test(reason);
      if (!isMissing) trouble ||= `Chromium does not start (${executablePath ?? "Playwright's own"}): ${reason}`;
    }
  }
  return trouble;
}

/**
 * Loads Playwright late, as loading is slow and some commands need no browser. Uses `require`, as an import would parse
 * all its megabytes again for their exports.
 */
const loadPlaywright = (): typeof import('playwright') => createRequire(import.meta.url)('playwright');

/** Yields paths of possible browsers in order; undefined is Playwright's own. */
function* candidates(headed: boolean): Generator<string | undefined> {
  const { FORAGER_CHROMIUM, PATH } = environment();
  if (FORAGER_CHROMIUM !== undefined) {
    if (!existsSync(FORAGER_CHROMIUM)) throw new BadInput(`FORAGER_CHROMIUM names no file: ${FORAGER_CHROMIUM}`);
    yield FORAGER_CHROMIUM;
    return;
  }
  yield undefined;
  const names = [...(headed ? [] : ['chromium-headless-shell']), 'chromium', 'google-chrome'];
  for (const name of names) {
    const folder = PATH.split(delimiter).find((dir) => dir !== '' && existsSync(join(dir, name)));
    if (folder !== undefined) yield join(folder, name);
  }
}

function launchOptions(choice: LaunchChoice, executablePath: string | undefined): LaunchOptions {
  const { headed, devtools, hostRules, proxyPort } = choice;
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: !headed,
    chromiumSandbox: !isRoot,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    // Node closes the browser after storing pending work: signals are for the crawl.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Otherwise drawing waits until a time by the machine's clock, which a page whose clock is stopped may never reach,
      // as on a busy machine.
      '--run-all-compositor-stages-before-draw',
      // New windows are observed, not opened.
      '--block-new-web-contents',
      // Requests of shared workers would bypass tabs and their gates, so pages get none, as in some other browsers.
      '--disable-blink-features=SharedWorker',
      // Frames of other sites stay in their page's process, so that one session reads them and a tab keeps its process.
      // Separate contexts isolate the sites.
      '--disable-site-isolation-trials',
      ...(devtools ? ['--auto-open-devtools-for-tabs'] : []),
      ...(proxyPort === undefined ? [] : onlyThrough(proxyPort)),
      ...(proxyPort !== undefined || hostRules === '' ? [] : [`--host-resolver-rules=${hostRules}`]),
    ],
  };
}

/** Chromium arguments that force all traffic through the proxy: also loopback, DNS and UDP of WebRTC. */
const onlyThrough = (port: number): string[] => [
  `--proxy-server=socks5://127.0.0.1:${port}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // Full Chromium and the headless shell have different names for this option.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/** Resolves to true if a browser was installed. */
type Installer = (choice: LaunchChoice) => Promise<boolean>;

const installWithPlaywright: Installer = async ({ headed, say }) => {
  say("no browser yet: trying Playwright's installer");
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  const args = [cli, 'install', headed ? '--no-shell' : '--only-shell', 'chromium'];
  return await succeeds(process.execPath, args, 300, (line) => {
    const [progress] = /\d+% of .*/.exec(line) ?? [];
    if (progress !== undefined) say(`  downloading the browser: ${progress}`);
  });
};

const installWithApt: Installer = async ({ headed, say }) => {
  if (!isRoot || !existsSync('/etc/debian_version')) return false;
  const name = headed ? 'chromium' : 'chromium-headless-shell';
  say(`no browser yet: installing the package ${name}`);
  await succeeds('apt-get', ['update', '-qq'], 300);
  let shown = '';
  // Waits for the lock of another installation, as on a machine that has just started.
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'APT::Status-Fd=1'];
  return await succeeds('apt-get', ['install', '-y', '-qq', ...options, name], 900, (line) => {
    const [, stage, percent] = /^(dl|pm)status:[^:]*:(\d+)/.exec(line) ?? [];
    if (percent === undefined) return;
    const progress = `${stage === 'dl' ? 'downloaded' : 'installed'}: ${Math.floor(Number(percent) / 20) * 20} %`;
    if (progress !== shown) say(`  ${progress}`);
    shown = progress;
  });
};

/** Runs a program and passes each output line to `onLine`. Resolves to true on success. */
async function succeeds(
  command: string,
  args: readonly string[],
  seconds: number,
  onLine: (line: string) => void = () => undefined,
): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: seconds * 1000 });
  createInterface(child.stdout).on('line', onLine);
  return await new Promise((done) => {
    child.once('error', () => done(false));
    child.once('close', (code) => done(code === 0));
  });
}

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';

/**
 * Waits for work in a browser. Fails once the browser is gone, since a tab being opened then may never answer.
 *
 * @throws RetryVisit if the browser closes first
 */
export async function whileConnected<T>(browser: Browser, work: Promise<T>): Promise<T> {
  return await new Promise<T>((done, fail) => {
    const onGone = () => fail(new RetryVisit('the browser has been closed'));
    browser.once('disconnected', onGone);
    void work.then(done, fail).finally(() => browser.off('disconnected', onGone));
    if (!browser.isConnected()) onGone();
  });
}
