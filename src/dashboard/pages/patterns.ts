import { z } from 'zod';
import { lastPatterns } from '../../crawl/asked-options.ts';
import { patternError } from '../../url/patterns.ts';
import { matchPatterns } from '../match-patterns.ts';
import { bodyOf, type ServerPage } from '../page.ts';
import { read } from '../read.ts';
import type { PatternsAsked } from '../wire/patterns.ts';

const match = read('patterns/match', (store, asked: PatternsAsked) => matchPatterns(store, asked));

/** Patterns that are asked about at once. */
const MOST = 100;

const pattern = z.string().superRefine((text, context) => {
  const message = patternError(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const asked = z.strictObject({
  include: z.array(pattern).max(MOST),
  exclude: z.array(pattern).max(MOST),
  tried: z.array(z.string().max(10_000)).max(1000),
});

/** What an include or exclude would match, before a crawl and during one. */
export const patternsPage: ServerPage = {
  key: 'patterns',
  reads: [match],
  routes(app, { store, read: ask }) {
    app.get('/api/patterns', (context) => context.json(lastPatterns(store)));
    app.post('/api/patterns', async (context) => context.json(await ask(match, await bodyOf(context, asked))));
  },
};
