import { z } from 'zod';
import { scopeKinds } from '../../domain/site.ts';
import { siteConcerns } from '../../reports/site-concerns.ts';
import type { Store } from '../../storage/open.ts';
import { latestVisitQueries } from '../../storage/reports/figures.ts';
import { siteTree } from '../../storage/reports/graphs.ts';
import { robotsQueries, seedQueries } from '../../storage/seeds.ts';
import { addSites, limitSites, removeSites, restoreSites, siteRecord } from '../../storage/sites.ts';
import { trapQueries } from '../../storage/visit.ts';
import { parseSites, type SitesText } from '../../url/sites-text.ts';
import { atLeastOne, atLeastZero, bodyOf, patternList, queryOf, type ServerPage } from '../server-page.ts';
import { type AnswerOf, read } from '../slow-query.ts';

const sitesRead = read('sites/all', (store) => {
  const waiting = new Map(
    latestVisitQueries(store)
      .waitingBySite.all({})
      .map(({ site, links }) => [site, Number(links)]),
  );
  const concerns = siteConcerns(store);
  return seedQueries(store)
    .listed.all({})
    .map((row) => ({
      ...siteRecord(row),
      ...{ id: row.id, waiting: waiting.get(row.id) ?? 0, concerns: concerns.get(row.id) ?? [] },
    }));
});

const treeRead = read('sites/tree', (store, { site, prefix }: { site: number; prefix: string }) =>
  siteTree(store, site, prefix),
);

const numbers = z.strictObject({ ids: z.array(z.int().positive()).min(1).max(100_000) });

/** Changes of a site's limits: null removes a limit, missing ones are kept. */
const changes = z
  .strictObject({
    scope: z.enum(scopeKinds),
    ...{ pageLimit: atLeastOne, depth: atLeastZero, delay: atLeastZero, include: patternList, exclude: patternList },
  })
  .partial();

/** Site with its totals and its number of waiting links. */
export type SiteRow = AnswerOf<typeof sitesRead>[number];
export type SiteDetail = NonNullable<ReturnType<typeof detailOf>>;
/** Change of a site: missing properties are kept, null removes a limit. */
export type SiteChange = z.infer<typeof changes>;
/** Folder of a site, or a page (without a prefix). */
export type TreeNode = AnswerOf<typeof treeRead>[number];

/** Result of adding sites. */
export interface SitesAdded extends Omit<SitesText, 'sites'> {
  readonly added: number;
  readonly broughtBack: number;
  readonly known: number;
}

/** Sites of the crawl with their totals; sites can be added, removed and restored. */
export const sitesPage: ServerPage = {
  key: 'sites',
  reads: [sitesRead, treeRead],
  routes(app, { read: ask, edit, store, now }) {
    app.get('/api/sites', async (context) => context.json(await ask(sitesRead, undefined)));

    app.post('/api/sites', async (context) => {
      const { text, scope } = await bodyOf(context, z.strictObject({ text: z.string(), scope: z.enum(scopeKinds) }));
      const { sites, bad, ignored } = parseSites(text, 'the list', scope);
      const done = await edit((writing) => addSites(writing, sites, now()));
      return context.json({ ...done, bad, ignored } satisfies SitesAdded);
    });

    app.post('/api/sites/remove', async (context) => {
      const { ids } = await bodyOf(context, numbers);
      return context.json({ sites: await edit((writing) => removeSites(writing, ids, now())) });
    });

    app.post('/api/sites/restore', async (context) => {
      const { ids } = await bodyOf(context, numbers);
      return context.json({ sites: await edit((writing) => restoreSites(writing, ids, now())) });
    });

    app.patch('/api/sites/:id{\\d+}', async (context) => {
      const site = Number(context.req.param('id'));
      if (!seedQueries(store).get.get({ id: site })) return context.json({ error: 'no such site' }, 404);
      const given = Object.entries(await bodyOf(context, changes));
      const change = Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined]));
      return context.json({ sites: await edit((writing) => limitSites(writing, [site], change, now())) });
    });

    app.get('/api/sites/:id{\\d+}', (context) => {
      const detail = detailOf(store, Number(context.req.param('id')));
      return detail ? context.json(detail) : context.json({ error: 'no such site' }, 404);
    });

    app.get('/api/sites/:id{\\d+}/tree', async (context) => {
      const { prefix } = queryOf(context, z.object({ prefix: z.string().default('') }));
      return context.json(await ask(treeRead, { site: Number(context.req.param('id')), prefix }));
    });
  },
};

/** Returns further details of a site: its latest robots.txt, and its skipped traps. */
function detailOf(store: Store, id: number) {
  const site = seedQueries(store).get.get({ id: id });
  if (!site) return undefined;
  const robots = robotsQueries(store).get.get({ origin: site.origin });
  const traps = trapQueries(store).all.all({});
  return {
    robots: robots ? { fetchedAt: robots.fetched_at, body: robots.body } : null,
    traps: traps
      .filter((trap) => trap.site === id)
      .map(({ kind, pattern, links, example }) => ({ kind, pattern, links, example })),
  };
}
