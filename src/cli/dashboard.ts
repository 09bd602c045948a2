import { z } from 'zod';
import type { CrawlDesk } from '../dashboard/crawl-desk.ts';
import type { Dashboard } from '../dashboard/server.ts';
import { BadInput } from '../domain/errors.ts';

interface DashboardChoice {
  readonly db: string;
  readonly port: number;
  readonly host: string;
  readonly desk: CrawlDesk;
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
      'FORAGER_TOKEN must be 43 letters, digits, - and _ or more, such as "openssl rand -hex 32" prints',
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
