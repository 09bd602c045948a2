import type { ServerPage } from '../page.ts';

/** The crawl that runs: live figures come with the events. */
export const crawlPage: ServerPage = {
  key: 'crawl',
  routes(app, { desk }) {
    app.post('/api/crawl/stop', (context) => context.json({ ok: desk.stop() }));
  },
};
