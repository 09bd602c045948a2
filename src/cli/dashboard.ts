import { once } from 'node:events';
import { z } from 'zod';
import type { CrawlRun } from '../crawl/start-run.ts';
import type { CrawlControls } from '../dashboard/crawl-controls.ts';
import type { ListenPlace } from '../dashboard/listen.ts';
import type { Dashboard } from '../dashboard/server.ts';
import type { SharedCrawl } from '../dashboard/shared-crawl.ts';
import { BadInput, messageOf } from '../domain/errors.ts';
import { words } from '../options/kinds.ts';
import { flag, grouped } from '../options/option.ts';
import { portNumber } from './options/shared-options.ts';
import { handleInterrupts } from './progress/interruption.ts';
import type { Log } from './progress/log.ts';

/** Options for the address of the dashboard. */
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

/** Options of commands that crawl and can show the crawl. */
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

/** Opens the dashboard when the run of this process begins. Its address goes to stderr; stdout is for results. */
export async function showing({ db, port = 0, host = '127.0.0.1', isOpened }: ShownChoice, log: Log) {
  const { CrawlControls } = await import('../dashboard/crawl-controls.ts');
  const desk = new CrawlControls();
  const { signal, off } = handleInterrupts();
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
    /** Waits for Ctrl-C, unless pressed already, and closes the dashboard. */
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
  readonly desk: CrawlControls;
  /** Shared crawl whose copy is `db`. */
  readonly shared?: SharedCrawl | undefined;
  /** True to open the browser. */
  readonly isOpened: boolean;
  /** Prints the address for the user. */
  readonly say: (line: string) => void;
}

/** Tokens as long as random ones, or longer. */
const tokens = z.string().regex(/^[\w-]{43,}$/);

/**
 * Serves the dashboard, and prints its address with the token. FORAGER_TOKEN sets a fixed token, so that open tabs
 * still work after a restart.
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
  // Without a browser, the user still has the printed address.
  await open(url).then(
    (browser) => browser.on('error', () => undefined),
    () => undefined,
  );
}

interface Monitoring {
  readonly db: string;
  /** Address to serve the metrics at; undefined: none are served. */
  readonly metrics?: ListenPlace | undefined;
}

/** Does some work, and serves metrics of its database meanwhile, if requested. @throws errors of the work; BadInput */
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
