import type { ComponentType } from 'preact';
import type { PageProps } from './kit/router.ts';
import { researchPages } from './research-pages.ts';

/** The client's side of a page: one file, and a line here or in research-pages.ts. Its script is loaded on first use. */
export interface ClientPage {
  /** `#/KEY` leads to it. */
  readonly key: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** The entries of the navigation; the first is the start page, the last leads to the pages below Research. */
export const entries: readonly [ClientPage, ...ClientPage[]] = [
  { key: 'overview', title: 'Overview', load: async () => (await import('./pages/overview.tsx')).OverviewPage },
  { key: 'sites', title: 'Sites', load: async () => (await import('./pages/sites.tsx')).SitesPage },
  { key: 'links', title: 'Links', load: async () => (await import('./pages/links.tsx')).LinksPage },
  { key: 'changes', title: 'Changes', load: async () => (await import('./pages/changes.tsx')).ChangesPage },
  { key: 'graph', title: 'Graph', load: async () => (await import('./pages/graph.tsx')).GraphPage },
  { key: 'research', title: 'Research', load: async () => (await import('./pages/research.tsx')).ResearchPage },
];

/** All pages. */
export const clientPages: readonly ClientPage[] = [...entries, ...researchPages];
