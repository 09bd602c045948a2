import { existsSync } from 'node:fs';
import { z } from 'zod';
import { plainCrawl } from '../../../crawl/crawl-options.ts';
import type { Portal } from '../../../demo/portal.ts';
import type { DemoServer } from '../../../demo/server.ts';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import type { NewSite } from '../../../domain/site.ts';
import { browserOptions } from '../../../options/crawl.ts';
import { positive, wholeNumber, words } from '../../../options/kinds.ts';
import { flag, pick } from '../../../options/option.ts';
import type { Summary } from '../../../reports/summary.ts';
import { DEFAULT_STRATEGY, makeStrategy } from '../../../strategies/strategy.ts';
import { showing, showOptions } from '../../dashboard.ts';
import { browserFlags, reachFlags } from '../../options/crawl-flags.ts';
import { commonOptions, logOptions, portNumber } from '../../options/shared-options.ts';
import { choiceOf, strategyOptions } from '../../options/strategy-options.ts';
import { printable } from '../../printable.ts';
import { untilInterrupted } from '../../progress/interruption.ts';
import type { Log } from '../../progress/log.ts';
import type { ScriptLink, ScriptLinks } from '../../script-links.ts';
import { verb } from '../../verb.ts';

/** Pages that two cores visit in half a minute; enough to visit some of each portal. */
const DEFAULT_PAGES = 300;
const DAY_RANGE = 'must be at least 0';

export const demoVerb = verb({
  name: 'demo',
  summary: 'crawl the built-in demo sites, or serve them for you to try',
  options: z.strictObject({
    ...commonOptions,
    db: flag(words.text.default('data/demo.sqlite'), {
      common: true,
      value: 'FILE',
      description: 'database of the crawl',
    }),
    pageLimit: flag(positive.default(DEFAULT_PAGES), {
      common: true,
      value: 'N',
      description: 'stop after N pages',
    }),
    ...strategyOptions,
    strategy: flag(z.string().default(DEFAULT_STRATEGY), {
      common: true,
      value: 'NAME',
      description: 'how to choose the next page; see forager strategies',
      group: 'Strategy',
    }),
    ...showOptions,
    onlyPortals: flag(z.boolean().default(false), {
      common: true,
      description: 'crawl nothing: serve the demo sites until Ctrl-C',
    }),
    port: flag(portNumber.default(0), {
      common: true,
      value: 'PORT',
      description: 'port of the demo sites; 0 picks a free one',
    }),
    day: flag(wholeNumber.min(0, DAY_RANGE).default(0), {
      value: 'N',
      description: 'serve the demo sites as they are after N days of changes',
    }),
    ...browserFlags,
    ...logOptions,
    seed: reachFlags.seed,
  }),
  examples: [
    'forager demo',
    'forager demo --serve',
    'forager demo --strategy beebot-universities --page-limit 500',
    'forager demo --only-portals --port 8090',
    'forager demo --only-portals --port 8090 --day 3',
  ],
  async run(options) {
    const choice = await choiceOf(options);
    makeStrategy(choice, options.pageLimit);
    const { makeLog } = await import('../../progress/log.ts');
    const { demoPortals } = await import('../../../demo/portals.ts');
    const { serveDemo } = await import('../../../demo/server.ts');
    const log = makeLog(options);
    const { byDay } = await import('../../../demo/page-changes.ts');
    const portals = demoPortals(options.seed).map((portal) => byDay(portal, options.seed, { day: options.day }));
    const server = await serveDemo({ portals, port: options.port }).catch((error: unknown) => {
      throw portError(error, options.port);
    });
    if (options.onlyPortals) return serve(server, portals.map(siteOf));
    try {
      await restart(options.db, portals.map(siteOf));
      const limit = limitForAll(portals);
      if (options.pageLimit < limit) {
        const all = pagesOf(portals).toLocaleString('en');
        log.info(`visiting ${options.pageLimit} of ${all} pages; --page-limit ${limit} visits them all`);
      }
      const { exitCode, runCrawl } = await import('../../run-crawl.ts');
      const shown = options.serve ? await showing({ db: options.db, isOpened: options.open }, log) : undefined;
      const scriptLinks = await openScriptLinks(options.db, server, log);
      const summary = await runCrawl(
        {
          ...plainCrawl,
          db: options.db,
          sites: portals.map(siteOf),
          choice,
          pageLimit: options.pageLimit,
          delay: 0,
          hostRules: server.hostRules,
          ...pick(browserOptions, options),
          headed: options.headed || options.devtools,
          seed: options.seed,
          // The demo server ends with the demo, so later runs must not remember the options.
          asked: {},
        },
        log,
        options,
        { follower: scriptLinks, onRun: shown?.onRun },
      ).finally(() => scriptLinks.done());
      process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : await ending(summary, options.db, limit));
      await shown?.untilClosed();
      return exitCode(summary);
    } finally {
      await server.close();
    }
  },
});

const siteOf = (portal: Portal): NewSite => ({
  name: portal.name,
  shortName: portal.shortName,
  url: portal.start,
  kind: portal.kind,
  scope: 'host',
});

const pagesOf = (portals: readonly Portal[]): number => portals.reduce((sum, { pages }) => sum + pages, 0);

/** Returns a page limit that allows all pages; failed visits, such as those of broken links, count, too. */
const limitForAll = (portals: readonly Portal[]): number => 1000 * Math.ceil((1.1 * pagesOf(portals)) / 1000);

/** Reports the first links that only scripts write. */
async function openScriptLinks(db: string, { hostRules }: DemoServer, log: Log): Promise<ScriptLinks> {
  const [{ ScriptLinks }, { HttpCapture }, { parseHostRules }, { plainUserAgent }] = await Promise.all([
    import('../../script-links.ts'),
    import('../../../capture/http/http.ts'),
    import('../../../capture/network/host-rules.ts'),
    import('../../../capture/network/user-agent.ts'),
  ]);
  const plain = new HttpCapture({
    hostRules: parseHostRules(hostRules),
    userAgent: plainUserAgent(undefined),
    now: Date.now,
  });
  const onLink = ({ page, anchor, url: link }: ScriptLink) =>
    log.info({ page, anchor, link }, `added by a script on ${page}: ${JSON.stringify(anchor)} ${link}`);
  return new ScriptLinks({ db, plain, onLink });
}

/**
 * Deletes the database of a completed demo, to start again; an interrupted demo resumes.
 * @throws BadInput if the database holds another crawl
 */
async function restart(db: string, sites: readonly NewSite[]): Promise<void> {
  if (!existsSync(db)) return;
  const { readStore, removeStore } = await import('../../../storage/open.ts');
  const { summarise } = await import('../../../reports/summary.ts');
  const before = await readStore(db, summarise);
  if (before.sites.some(({ url }) => !sites.some((site) => site.url === url))) {
    throw new BadInput(`${db} holds a crawl of other sites; name another with --db`);
  }
  if (before.stopped !== null && before.stopped !== 'interrupted') removeStore(db);
}

/** Returns the crawl table, notable findings, and next steps for the user. */
async function ending(summary: Summary, db: string, limitForAll: number): Promise<string> {
  const { crawlTable } = await import('../../tables/crawl-table.ts');
  const { findings } = await import('../../../reports/findings.ts');
  const { readStore } = await import('../../../storage/open.ts');
  const found = (await readStore(db, findings)).map(printable);
  const worthALook = found.length === 0 ? [] : ['', 'worth a look:', ...found.map((line) => `  ${line}`)];
  const steps: readonly (readonly [string, string])[] = [
    [`npx forager serve --db ${db}`, 'see everything in the browser'],
    [`npx forager links list --db ${db}`, 'list the external links'],
    [`npx forager export --db ${db} --out data/links.csv`, 'export them as CSV'],
    [`npx forager status --db ${db}`, 'print this table again'],
    [`npx forager demo --page-limit ${limitForAll}`, 'crawl all pages of the demo sites'],
    ['npx forager demo --only-portals', 'open the demo sites in a browser'],
    ['npx forager crawl --url https://www.example.edu/ --page-limit 100 --db data/own.sqlite', 'crawl your own site'],
  ];
  const next = steps.map(([command, what]) => `  ${command}\n      ${what}`);
  return `${[crawlTable(summary), ...worthALook, '', `database: ${db}`, 'next steps:', ...next].join('\n')}\n`;
}

function portError(error: unknown, port: number): unknown {
  const code = z.object({ code: z.string() }).safeParse(error).data?.code;
  if (code === 'EADDRINUSE') return new BadInput(`--port: ${port} is in use; name another port, or 0 for a free one`);
  if (code === 'EACCES') return new BadInput(`--port: ${port} needs root rights; name a port above 1023`);
  return error;
}

async function serve(server: DemoServer, sites: readonly NewSite[]): Promise<number> {
  const hosts = sites.map(({ url, name }) => `  ${url}  ${name}`);
  const first = sites[0]?.url ?? '';
  const lines = [
    `serving on port ${server.port} until Ctrl-C:`,
    ...hosts,
    `look:  chromium --host-resolver-rules="${server.hostRules}" ${first}`,
    `debug: npx forager debug ${first} --host-rules "${server.hostRules}"`,
    `crawl: npx forager crawl --url ${first} --host-rules "${server.hostRules}" --db data/own.sqlite`,
  ];
  const interrupted = untilInterrupted();
  process.stdout.write(`${lines.join('\n')}\n`);
  await interrupted;
  await server.close();
  return ExitCode.done;
}
