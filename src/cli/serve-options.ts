import { once } from 'node:events';
import { z } from 'zod';
import type { CrawlRun } from '../crawl/start-run.ts';
import type { Dashboard } from '../dashboard/server.ts';
import { messageOf } from '../domain/errors.ts';
import { words } from '../options/kinds.ts';
import { flag, grouped } from '../options/option.ts';
import { hearInterruption } from './interruption.ts';
import type { Log } from './log.ts';
import { offSwitch, portNumber } from './shared-options.ts';

/** Where the dashboard is served. */
const placeOptions = grouped('Dashboard', {
  port: flag(portNumber.default(0), {
    value: 'PORT',
    description: 'port of the dashboard; 0 takes a free one',
  }),
  host: flag(words.text.default('127.0.0.1'), {
    value: 'ADDRESS',
    description: 'its local address; by another than that of this machine alone all may come who have the token',
  }),
});

const openOption = grouped('Dashboard', {
  open: flag(z.boolean().default(true), { description: 'open no browser' }),
});

export const serveOptions = { ...placeOptions, ...openOption };

/** For commands that crawl, and may show it. */
export const showOptions = {
  ...grouped('Dashboard', {
    serve: offSwitch('show the crawl in the browser, and stay when it has ended'),
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
  const { openDashboard } = await import('./dashboard.ts');
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
