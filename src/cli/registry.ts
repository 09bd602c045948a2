import type { Verb } from './verb.ts';

/** Verbs under the headings of --help. Each is loaded on demand, so that no command waits for the others. */
export const chapters: Readonly<Record<string, Readonly<Record<string, () => Promise<Verb>>>>> = {
  'Crawl:': {
    crawl: async () => (await import('./verbs/crawl/crawl.ts')).crawlVerb,
    work: async () => (await import('./verbs/crawl/work.ts')).workVerb,
    recrawl: async () => (await import('./verbs/crawl/recrawl.ts')).recrawlVerb,
    schedule: async () => (await import('./verbs/crawl/schedule.ts')).scheduleVerb,
    strategies: async () => (await import('./verbs/crawl/strategies.ts')).strategiesVerb,
    status: async () => (await import('./verbs/crawl/status.ts')).statusVerb,
    'sites add': async () => (await import('./verbs/crawl/sites.ts')).sitesAddVerb,
    'sites set': async () => (await import('./verbs/crawl/sites.ts')).sitesSetVerb,
    'sites rm': async () => (await import('./verbs/crawl/sites.ts')).sitesRmVerb,
    'sites list': async () => (await import('./verbs/crawl/sites.ts')).sitesListVerb,
    'sites import': async () => (await import('./verbs/crawl/sites.ts')).sitesImportVerb,
  },
  'Use the results:': {
    serve: async () => (await import('./verbs/results/serve.ts')).serveVerb,
    'links list': async () => (await import('./verbs/results/links.ts')).linksListVerb,
    'links rm': async () => (await import('./verbs/results/links.ts')).linksRmVerb,
    'links restore': async () => (await import('./verbs/results/links.ts')).linksRestoreVerb,
    pull: async () => (await import('./verbs/results/copies.ts')).pullVerb,
    push: async () => (await import('./verbs/results/copies.ts')).pushVerb,
    dead: async () => (await import('./verbs/results/dead.ts')).deadVerb,
    changes: async () => (await import('./verbs/results/changes.ts')).changesVerb,
    evaluate: async () => (await import('./verbs/results/evaluate.ts')).evaluateVerb,
    counts: async () => (await import('./verbs/results/counts.ts')).countsVerb,
    graph: async () => (await import('./verbs/results/graph.ts')).graphVerb,
    bundle: async () => (await import('./verbs/results/bundle.ts')).bundleVerb,
    report: async () => (await import('./verbs/results/report.ts')).reportVerb,
    rank: async () => (await import('./verbs/results/rank.ts')).rankVerb,
    judge: async () => (await import('./verbs/results/judge.ts')).judgeVerb,
    export: async () => (await import('./verbs/results/export.ts')).exportVerb,
  },
  'Try out and debug:': {
    demo: async () => (await import('./verbs/try-out/demo.ts')).demoVerb,
    lab: async () => (await import('./verbs/try-out/lab.ts')).labVerb,
    'lab advise': async () => (await import('./verbs/try-out/lab.ts')).labAdviseVerb,
    'lab recrawl': async () => (await import('./verbs/try-out/lab.ts')).labRecrawlVerb,
    'lab train': async () => (await import('./verbs/try-out/lab.ts')).labTrainVerb,
    'topics list': async () => (await import('./verbs/try-out/topics.ts')).topicsListVerb,
    'topics show': async () => (await import('./verbs/try-out/topics.ts')).topicsShowVerb,
    'topics test': async () => (await import('./verbs/try-out/topics.ts')).topicsTestVerb,
    'topics found': async () => (await import('./verbs/try-out/topics.ts')).topicsFoundVerb,
    'topics import-dict': async () => (await import('./verbs/try-out/topics.ts')).topicsImportDictVerb,
    debug: async () => (await import('./verbs/try-out/debug.ts')).debugVerb,
  },
};

/** Loads all verbs. */
export const allVerbs = (): Promise<Verb[]> =>
  Promise.all(Object.values(chapters).flatMap((members) => Object.values(members).map((load) => load())));

/** Groups of verbs, such as `sites add` and `sites rm`, with their help. */
export const groups: Readonly<Record<string, string>> = {
  sites: 'manage the sites of a crawl: add, set (limits), rm, list, import',
  links: 'manage the links that were found: list, rm (delete), restore',
  topics: 'manage topics: list, show, test (a page), found (in a crawl), import-dict',
};
