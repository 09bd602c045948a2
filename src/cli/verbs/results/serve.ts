import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isPostgres } from '../../../domain/database.ts';
import { ExitCode } from '../../../domain/errors.ts';
import type { AskedOptions } from '../../../options/option.ts';
import { serveOptions } from '../../dashboard.ts';
import { commonOptions } from '../../options/shared-options.ts';
import { untilInterrupted } from '../../progress/interruption.ts';
import { useTempFolder } from '../../temp-folder.ts';
import { verb } from '../../verb.ts';

export const serveVerb = verb({
  name: 'serve',
  summary: 'open the dashboard of a crawl in the browser',
  options: z.strictObject({ db: commonOptions.db, ...serveOptions }),
  examples: ['forager serve --db data/demo.sqlite', 'forager serve --port 8090 --no-open --db data/demo.sqlite'],
  async run({ db, port, host, open }) {
    // Pictures of pages are taken in a browser, whose profile is removed with this process.
    useTempFolder();
    const { CrawlControls } = await import('../../../dashboard/crawl-controls.ts');
    const { openDashboard } = await import('../../dashboard.ts');
    const shared = isPostgres(db) ? await openCopy(db) : undefined;
    const starts = {
      crawl: async (asked: AskedOptions) => (await import('../crawl/crawl.ts')).startAsked(db, asked),
      recrawl: async (asked: AskedOptions) => (await import('../../run-recrawl.ts')).startAskedRecrawl(db, asked),
    };
    const desk = shared ? new CrawlControls(undefined, shared.refusal) : new CrawlControls(starts);
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const interrupted = untilInterrupted();
    const dashboard = await openDashboard({
      ...{ port, host, desk, isOpened: open, say },
      db: shared?.file ?? db,
      shared,
    });
    await interrupted;
    // Pages in flight finish first.
    if (desk.isRunning) await desk.stop();
    await dashboard.close();
    await shared?.close();
    return ExitCode.done;
  },
});

/** Opens a copy of a shared crawl in the temporary folder of this process. @throws BadInput, CommandFailed */
async function openCopy(db: string) {
  const { SharedCrawl } = await import('../../../dashboard/shared-crawl.ts');
  const warn = (line: string) => void process.stderr.write(`forager: ${line}\n`);
  return await SharedCrawl.open({ db, file: join(tmpdir(), 'copy.sqlite'), now: Date.now, warn });
}
