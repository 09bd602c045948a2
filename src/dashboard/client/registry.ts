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
];
