import type { ComponentType } from 'preact';
import type { IconName } from './kit/icon.tsx';
import type { PageProps } from './kit/router.ts';

/** Page below Research, with the sentence on its card. */
interface ResearchPage {
  readonly key: string;
  readonly title: string;
  readonly icon: IconName;
  readonly summary: string;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** Pages below Research, in the order of their cards. */
export const researchPages: readonly ResearchPage[] = [
  {
    ...{ key: 'crawl', title: 'Crawl progress', icon: 'crawl' },
    summary: 'Curves of the crawl, the order in which the strategy picks sites, and each visit with the reason for it.',
    load: async () => (await import('./pages/crawl.tsx')).CrawlPage,
  },
  {
    ...{ key: 'why', title: 'Why', icon: 'why' },
    summary: 'Enter an address to see why it was visited, why it is still waiting, or why it was skipped.',
    load: async () => (await import('./pages/why.tsx')).WhyPage,
  },
  {
    ...{ key: 'patterns', title: 'Patterns', icon: 'patterns' },
    summary: 'Try include and exclude patterns on the known links, then apply them to the crawl.',
    load: async () => (await import('./pages/patterns.tsx')).PatternsPage,
  },
  {
    ...{ key: 'log', title: 'Log', icon: 'log' },
    summary: 'All runs with their options and results, and the latest events.',
    load: async () => (await import('./pages/log.tsx')).LogPage,
  },
  {
    ...{ key: 'lab', title: 'Lab', icon: 'lab' },
    summary: 'Replay this crawl with other strategies, and compare how many external links each finds.',
    load: async () => (await import('./pages/lab.tsx')).LabPage,
  },
  {
    ...{ key: 'topics', title: 'Topics', icon: 'topics' },
    summary: 'The topic of the crawl, its words, and the pages that match it best.',
    load: async () => (await import('./pages/topics.tsx')).TopicsPage,
  },
  {
    ...{ key: 'hits', title: 'HITS', icon: 'hits' },
    summary: 'The most important pages of the crawl: authorities and hubs.',
    load: async () => (await import('./pages/hits.tsx')).HitsPage,
  },
];
