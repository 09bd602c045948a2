import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { serveOptions } from '../dashboard.ts';
import { commonOptions } from '../options/shared-options.ts';
import { untilInterrupted } from '../progress/interruption.ts';
import { useTempFolder } from '../temp-folder.ts';
import { verb } from '../verb.ts';

export const serveVerb = verb({
  name: 'serve',
  summary: 'show a crawl in the browser: look, filter, edit, start and stop, also while it runs elsewhere',
  options: z.strictObject({ db: commonOptions.db, ...serveOptions }),
  examples: ['forager serve --db data/demo.sqlite', 'forager serve --port 8090 --no-open --db data/demo.sqlite'],
  async run({ db, port, host, open }) {
    // Pictures of pages are taken in a browser, whose profile goes with this process.
    useTempFolder();
    const { CrawlDesk } = await import('../../dashboard/crawl-desk.ts');
    const { openDashboard } = await import('../dashboard.ts');
    const desk = new CrawlDesk({
      crawl: async (asked) => (await import('./crawl.ts')).startAsked(db, asked),
      night: async (asked) => (await import('../run-recrawl.ts')).startAskedNight(db, asked),
    });
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const interrupted = untilInterrupted();
    const dashboard = await openDashboard({ db, port, host, desk, isOpened: open, say });
    await interrupted;
    // The pages in flight are finished first.
    if (desk.isRunning) await desk.stop();
    await dashboard.close();
    return ExitCode.done;
  },
});
