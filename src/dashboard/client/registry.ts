import type { ComponentType } from 'preact';
import type { PageProps } from './kit/router.ts';

/** The client's side of a page: one file, and a line here. Its script is loaded when it is opened first. */
export interface ClientPage {
  /** `#/KEY` leads to it. */
  readonly key: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** The pages, in the order of the navigation; the first is the one to begin with. */
export const clientPages: readonly [ClientPage, ...ClientPage[]] = [
  { key: 'crawl', title: 'Crawl', load: async () => (await import('./pages/crawl.tsx')).CrawlPage },
  { key: 'sites', title: 'Sites', load: async () => (await import('./pages/sites.tsx')).SitesPage },
  { key: 'links', title: 'Links', load: async () => (await import('./pages/links.tsx')).LinksPage },
  { key: 'why', title: 'Why', load: async () => (await import('./pages/why.tsx')).WhyPage },
  { key: 'patterns', title: 'Patterns', load: async () => (await import('./pages/patterns.tsx')).PatternsPage },
  { key: 'changes', title: 'Changes', load: async () => (await import('./pages/changes.tsx')).ChangesPage },
  { key: 'graph', title: 'Graph', load: async () => (await import('./pages/graph.tsx')).GraphPage },
  { key: 'log', title: 'Log', load: async () => (await import('./pages/log.tsx')).LogPage },
  { key: 'lab', title: 'Lab', load: async () => (await import('./pages/lab.tsx')).LabPage },
  { key: 'topics', title: 'Topics', load: async () => (await import('./pages/topics.tsx')).TopicsPage },
  { key: 'hits', title: 'HITS', load: async () => (await import('./pages/hits.tsx')).HitsPage },
];
