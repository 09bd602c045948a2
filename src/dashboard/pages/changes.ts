import { z } from 'zod';
import { changedThings, changeKinds, changes } from '../../domain/history.ts';
import { crawlOptions, renderChoices } from '../../options/crawl.ts';
import { asTexts, changesOf, defaultsOf } from '../../options/option.ts';
import { budgetKinds, overKinds, recrawlRunOptions } from '../../options/recrawl.ts';
import { revisitRules } from '../../revisit-rules/registry.ts';
import { countChanges, changesPage as listed } from '../../storage/lists/history.ts';
import { textDifferenceQueries, unpackedChanges } from '../../storage/page-changes.ts';
import { recrawlRunQueries } from '../../storage/recrawl.ts';
import { runQueries } from '../../storage/runs.ts';
import { listSites } from '../../storage/sites.ts';
import { bodyOf, queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

const moment = z.coerce.number().int().min(0);

const filter = z.object({
  since: moment,
  before: moment.optional(),
  site: z.string().min(1).optional(),
  kind: z.enum(changeKinds).optional(),
  change: z.enum(changes).optional(),
});
type Filter = z.infer<typeof filter>;

const rowsOf = filter.extend({ from: moment, limit: z.coerce.number().int().min(1).max(500) });

/** Restricts a query to the tables it needs, as those of links are the slowest. */
const choiceOf = ({ since, before, site, kind, change }: Filter) => ({
  ...{ since, before, site, kind, change },
  things: kind === undefined ? changedThings : [kind === 'page' ? ('pages' as const) : ('links' as const)],
});

const runs = read('changes/runs', (store) => {
  const sql = recrawlRunQueries(store);
  const revisits = sql.revisitsByChange.all({});
  const lines = sql.all.all({}).map((run) => ({
    step: run.step,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    rule: run.rule,
    pages: run.pages,
    revisits: Object.fromEntries(
      revisits.filter(({ step }) => step === run.step).map((row) => [row.change, row.revisits] as const),
    ),
    newPages: Number(sql.newVisits.get({ step: run.step, after: run.last_visit })?.pages ?? 0),
  }));
  return {
    runs: lines.reverse(),
    begun: runQueries(store).first.get({})?.started_at ?? null,
    sites: listSites(store, { removed: false }).map(({ site }) => site),
  };
});

const counts = read('changes/count', (store, asked: Filter) => ({ counts: countChanges(store, choiceOf(asked)) }));

const rows = read('changes/rows', (store, { from, limit, ...asked }: z.infer<typeof rowsOf>) =>
  listed(store, choiceOf(asked), { limit, offset: from }),
);

/** Returns the difference of a page's text; null if none is stored. */
const difference = read('changes/text', (store, version: { readonly page: number; readonly at: number }) => {
  const row = textDifferenceQueries(store).get.get(version);
  return { difference: row ? unpackedChanges(row.difference) : null };
});

/** Options of a recrawl, as in `forager recrawl`. */
const asked = z.strictObject({
  ...changesOf({ ...recrawlRunOptions, render: crawlOptions.render }),
  rule: z.enum(revisitRules.map(({ name }) => name)).optional(),
  param: z.array(z.string()).max(20).optional(),
});

const choices = {
  rules: revisitRules.map(({ name, summary, params }) => ({
    name,
    summary,
    params: Object.entries(params.shape).map(([param, field]) => ({
      name: param,
      summary: field.description ?? '',
      usual: String(field.safeParse(undefined).data ?? ''),
    })),
  })),
  ...{
    newShare: defaultsOf(recrawlRunOptions).newShare,
    budgets: budgetKinds,
    overs: overKinds,
    renders: renderChoices,
  },
};

export type RunsAnswer = AnswerOf<typeof runs>;
export type RecrawlLine = RunsAnswer['runs'][number];
export type ChangeCounts = AnswerOf<typeof counts>;
export type ChangeLine = AnswerOf<typeof rows>[number];
export type TextDifferenceAnswer = AnswerOf<typeof difference>;
export type RecrawlRunOptions = z.infer<typeof asked>;
export type RecrawlChoices = typeof choices;

/** Recrawl runs, and the new, changed and gone pages and links that they found. */
export const changesPage: ServerPage = {
  key: 'changes',
  reads: [runs, counts, rows, difference],
  routes(app, tools) {
    app.get('/api/changes/runs', async (context) => context.json(await tools.read(runs, undefined)));
    app.get('/api/recrawl/choices', (context) => context.json(choices));
    app.post('/api/recrawl', async (context) => {
      await tools.desk.start('recrawl', asTexts(recrawlRunOptions, await bodyOf(context, asked)));
      return context.json({ ok: true });
    });
    app.get('/api/changes/count', async (context) => context.json(await tools.read(counts, queryOf(context, filter))));
    app.get('/api/changes/rows', async (context) => context.json(await tools.read(rows, queryOf(context, rowsOf))));
    app.get('/api/changes/text', async (context) =>
      context.json(await tools.read(difference, queryOf(context, z.object({ page: moment, at: moment })))),
    );
  },
};
