import { z } from 'zod';
import { askOfRun } from '../../crawl/run-requests.ts';
import { BadInput } from '../../domain/errors.ts';
import { lastConfig, lastRun, recordedOptions } from '../../reports/runs.ts';
import { matchPatterns } from '../match-patterns.ts';
import { bodyOf, patternList, type ServerPage } from '../page.ts';
import { read } from '../read.ts';
import type { PatternsAsked } from '../wire/patterns.ts';

const match = read('patterns/match', (store, asked: PatternsAsked) => matchPatterns(store, asked));

const applied = z.strictObject({ include: patternList, exclude: patternList });
const asked = applied.extend({
  tried: z.array(z.string().max(10_000)).max(1000),
});

/** What an include or exclude would match, before a crawl and during one; and applies them to it. */
export const patternsPage: ServerPage = {
  key: 'patterns',
  reads: [match],
  routes(app, { desk, store, edit, read: ask }) {
    app.get('/api/patterns', (context) => {
      const { include, exclude } = recordedOptions(lastConfig(store));
      return context.json({ include, exclude });
    });
    app.post('/api/patterns/apply', async (context) => {
      const patterns = await bodyOf(context, applied);
      const run = lastRun(store);
      if (!run) throw new BadInput('nothing was crawled yet: begin the crawl with --include and --exclude');
      if (!desk.setLimits(patterns)) await edit((writing) => askOfRun(writing, run.id, patterns));
      return context.json({ ok: true });
    });
    app.post('/api/patterns', async (context) => context.json(await ask(match, await bodyOf(context, asked))));
  },
};
