import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { flag } from '../options.ts';
import { portNumber } from '../run-options.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

export const serveVerb = verb({
  name: 'serve',
  summary: 'show a crawl in the browser: look, filter, edit, also while it runs',
  options: z.strictObject({
    db: commonOptions.db,
    port: flag(portNumber.default(0), {
      value: 'PORT',
      description: 'port to serve on; 0 takes a free one',
    }),
    host: flag(z.string().min(1, 'must not be empty').default('127.0.0.1'), {
      value: 'ADDRESS',
      description:
        'local address to serve on; another than that of this machine alone lets others in who have the token',
    }),
    open: flag(z.boolean().default(true), { description: 'open no browser' }),
  }),
  examples: ['forager serve --db data/demo.sqlite', 'forager serve --port 8090 --no-open --db data/demo.sqlite'],
  async run({ db, port, host, open }) {
    const { CrawlDesk } = await import('../../dashboard/crawl-desk.ts');
    const { openDashboard } = await import('../dashboard.ts');
    const dashboard = await openDashboard({ db, port, host, desk: new CrawlDesk(), isOpened: open });
    await new Promise<void>((done) => {
      process.once('SIGINT', () => done());
      process.once('SIGTERM', () => done());
    });
    await dashboard.close();
    return ExitCode.done;
  },
});
