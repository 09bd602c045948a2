import { z } from 'zod';
import type { Artefact } from '../../../capture/browser/debug/debug-page.ts';
import { chosenTechniques } from '../../../capture/find/registry.ts';
import type { AddressGuard } from '../../../capture/network/host-rules.ts';
import { guardAddresses, parseHostRules } from '../../../capture/network/host-rules.ts';
import { readSession } from '../../../capture/session/session-state.ts';
import { BadInput, ExitCode, GiveUpVisit, RetryVisit } from '../../../domain/errors.ts';
import { captureOf } from '../../../options/crawl.ts';
import { flag } from '../../../options/option.ts';
import { browserFlags, networkFlags, reachFlags } from '../../options/crawl-flags.ts';
import { commonOptions, fileOption, offSwitch, scopeOption } from '../../options/shared-options.ts';
import { printable } from '../../printable.ts';
import { untilInterrupted } from '../../progress/interruption.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { verb } from '../../verb.ts';

const files = {
  screenshot: fileOption('save a PNG picture of the whole page, with its links outlined'),
  trace: fileOption('save a Playwright trace: npx playwright show-trace FILE'),
  har: fileOption('save all requests and responses as an HTTP Archive'),
} satisfies Record<Artefact, unknown>;

const options = z.strictObject({
  url: flag(z.string(), { value: 'URL', positional: true, description: 'address of the page' }),
  scope: scopeOption,
  headless: offSwitch('run without a window, and exit when done'),
  capture: browserFlags.capture,
  devtools: browserFlags.devtools,
  slowMo: browserFlags.slowMo,
  ...files,
  ...networkFlags,
  allowPrivate: reachFlags.allowPrivate,
  json: commonOptions.json,
});

export const debugVerb = verb({
  name: 'debug',
  summary: 'open one page in a window and show the links a crawl finds on it',
  options,
  examples: [
    'forager debug https://www.example.edu/',
    'forager debug https://www.example.edu/ --headless --screenshot page.png --trace page.zip --har page.har',
  ],
  async run(given) {
    if (given.headless && given.devtools) throw new BadInput('--devtools and --headless do not work together');
    useTempFolder();
    const saved = { screenshot: given.screenshot, trace: given.trace, har: given.har };
    const { refuseUnwritable } = await import('../../../export/write.ts');
    for (const place of Object.values(saved)) if (place !== undefined) refuseUnwritable(place, true);
    const interrupted = untilInterrupted();
    const { siteFromUrl } = await import('../../../url/named-site.ts');
    const { DebugPage } = await import('../../../capture/browser/debug/debug-page.ts');
    const session = { storageState: given.storageState, cookies: given.cookies };
    const storageState = readSession(session.storageState, session.cookies);
    const hostRules = parseHostRules(given.hostRules);
    const { url } = siteFromUrl(given.url, given.scope, 'URL');
    const guard = given.allowPrivate ? undefined : exceptNamed(url, guardAddresses(hostRules));
    const checksCertificates = storageState !== undefined && !given.insecure;
    const { contact, proxy } = given;
    const reach = { guard, contact, proxy, checksCertificates, now: Date.now };
    const { askedRobots } = await import('../../asked-robots.ts');
    const page = await DebugPage.open({
      ...reach,
      scope: given.scope,
      techniques: chosenTechniques(captureOf({ ...session, capture: given.capture })),
      headed: !given.headless,
      devtools: given.devtools,
      slowMo: given.slowMo,
      files: saved,
      hostRules: hostRules.text,
      storageState,
      forbids: (address) => askedRobots(address, { ...reach, hostRules }),
      say,
    });
    try {
      const read = await Promise.race([page.read(url).catch(whyNot), interrupted]);
      const diagnosis = read && (await Promise.race([page.diagnose(url, read), interrupted]));
      if (!read || !diagnosis) return ExitCode.interrupted;
      if (given.json) {
        const report = read instanceof Error ? { url, error: read.message } : read;
        process.stdout.write(`${JSON.stringify({ ...report, ...diagnosis })}\n`);
      } else {
        const { debugReport } = await import('../../tables/debug-report.ts');
        process.stdout.write(`${debugReport(read, diagnosis, process.stdout.columns)}\n`);
      }
      if (read instanceof Error) say(`forager: ${given.url}: ${printable(read.message)}`);
      await page.save();
      if (!given.headless) {
        say(`the window stays open until Ctrl-C${process.stdin.isTTY ? ' or Enter' : ''}, or until you close it`);
        await Promise.race([page.closed(), interrupted, onEnter()]);
      }
      return read instanceof Error ? ExitCode.nothingCrawled : ExitCode.done;
    } finally {
      await page.close();
    }
  },
});

/** Allows the host that the user named, even if private; other private hosts stay forbidden. */
const exceptNamed = (url: string, { refusal }: AddressGuard): AddressGuard => ({
  refusal: (host, port, ip) => (host === new URL(url).hostname ? undefined : refusal(host, port, ip)),
});

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Returns the error of an unreadable page, which the user wants to see; throws other errors, which end the command. */
function whyNot(error: unknown): GiveUpVisit | RetryVisit {
  if (error instanceof GiveUpVisit || error instanceof RetryVisit) return error;
  throw error;
}

/** Resolves on Enter; never without a terminal. */
const onEnter = (): Promise<void> =>
  new Promise((done) => {
    if (process.stdin.isTTY) process.stdin.once('data', () => done());
  });
