import { once } from 'node:events';
import { z } from 'zod';
import type { CrawlRun } from '../crawl/start-run.ts';
import type { CrawlDesk } from '../dashboard/crawl-desk.ts';
import type { ListenPlace } from '../dashboard/metrics-server.ts';
import type { Dashboard } from '../dashboard/server.ts';
import type { SharedCrawl } from '../dashboard/shared-crawl.ts';
import { BadInput, messageOf } from '../domain/errors.ts';
import { words } from '../options/kinds.ts';
import { flag, grouped } from '../options/option.ts';
import { portNumber } from './options/shared-options.ts';
import { hearInterruption } from './progress/interruption.ts';
import type { Log } from './progress/log.ts';

/** Where the dashboard is served. */
const placeOptions = grouped('Dashboard', {
  port: flag(portNumber.default(0), {
    value: 'PORT',
    description: 'port of the dashboard; 0 picks a free one',
  }),
  host: flag(words.text.default('127.0.0.1'), {
    value: 'ADDRESS',
    description:
      'address to listen on; with any other than 127.0.0.1, everyone on the network who has the token can connect',
  }),
});

const openOption = grouped('Dashboard', {
  open: flag(z.boolean().default(true), { description: 'do not open a browser' }),
});

export const serveOptions = { ...placeOptions, ...openOption };

/** For commands that crawl, and may show it. */
export const showOptions = {
  ...grouped('Dashboard', {
    serve: flag(z.boolean().default(false), {
      common: true,
      description: 'show the crawl in the browser, until Ctrl-C',
    }),
  }),
  ...openOption,
};

interface ShownChoice {
  readonly db: string;
  readonly port?: number;
  readonly host?: string;
  readonly isOpened: boolean;
}

/** Shows what runs in this process, as soon as its run has begun; the address goes to stderr, as stdout is for the result. */
export async function showing({ db, port = 0, host = '127.0.0.1', isOpened }: ShownChoice, log: Log) {
  const { CrawlDesk } = await import('../dashboard/crawl-desk.ts');
  const desk = new CrawlDesk();
  const { signal, off } = hearInterruption();
  let served: Promise<Dashboard | undefined> | undefined;
  return {
    onRun(run: CrawlRun<unknown>) {
      desk.show(run);
      const said = { say: (line: string) => log.info(line), desk };
      served = openDashboard({ db, port, host, isOpened, ...said }).catch((error: unknown) => {
        log.warn(`no dashboard: ${messageOf(error)}`);
        return undefined;
      });
    },
    /** Stays until its user ends it, if that has not been yet. */
    async untilClosed(): Promise<void> {
      const dashboard = await served;
      if (dashboard && !signal.aborted) {
        log.info(`the dashboard stays at ${dashboard.url} until Ctrl-C`);
        await once(signal, 'abort');
      }
      await dashboard?.close();
      off();
    },
  };
}

interface DashboardChoice {
  readonly db: string;
  readonly port: number;
  readonly host: string;
  readonly desk: CrawlDesk;
  /** The shared crawl that the database is a copy of. */
  readonly shared?: SharedCrawl | undefined;
  /** Whether the browser is opened. */
  readonly isOpened: boolean;
  /** Tells its user where it is. */
  readonly say: (line: string) => void;
}

/** As long as what is drawn at random. */
const tokens = z.string().regex(/^[\w-]{43,}$/);

/**
 * Serves the dashboard, and tells its address with the token. FORAGER_TOKEN gives one to go on with: tabs that are open
 * then work on after a restart.
 * @throws BadInput
 */
export async function openDashboard({ isOpened, say, ...choice }: DashboardChoice): Promise<Dashboard> {
  const { serveDashboard } = await import('../dashboard/server.ts');
  const { isOfThisMachine } = await import('../dashboard/gate.ts');
  const given = process.env.FORAGER_TOKEN;
  const token = given === undefined ? undefined : tokens.safeParse(given).data;
  if (given !== undefined && token === undefined)
    throw new BadInput(
      'FORAGER_TOKEN must have at least 43 letters, digits, - or _, such as the output of openssl rand -hex 32',
    );
  const dashboard = await serveDashboard({ ...choice, token, now: Date.now });
  if (!isOfThisMachine(choice.host))
    process.stderr.write(
      `forager: ${choice.host} can be reached from other machines, without encryption: who sees the address has the dashboard\n`,
    );
  say(`dashboard: ${dashboard.url}`);
  if (isOpened) await openBrowser(dashboard.url);
  return dashboard;
}

async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open');
  // Where there is no browser, its user has the address.
  await open(url).then(
    (browser) => browser.on('error', () => undefined),
    () => undefined,
  );
}

interface Monitoring {
  readonly db: string;
  /** Where they are served; undefined: not asked for. */
  readonly metrics?: ListenPlace | undefined;
}

/** Does some work, and tells of its database in figures meanwhile, if it was asked to. @throws what the work does; BadInput */
export async function withMetrics<T>({ db, metrics }: Monitoring, log: Log, work: () => Promise<T>): Promise<T> {
  if (metrics === undefined) return await work();
  const { serveMetrics } = await import('../dashboard/metrics-server.ts');
  const server = await serveMetrics(db, metrics);
  log.info({ url: server.url }, `metrics: ${server.url}`);
  try {
    return await work();
  } finally {
    await server.close();
  }
}
