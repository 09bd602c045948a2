import type { ComponentType } from 'preact';
import type { PageProps } from './kit/router.ts';
import { researchPages } from './research-pages.ts';

/**
 * Client side of a page: one file, and a line here or in research-pages.ts. The page's script is loaded on first use.
 */
export interface ClientPage {
  /** Key of the page, whose address is `#/KEY`. */
  readonly key: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType<PageProps>>;
}

/** Start page. */
export const overview: ClientPage = {
  ...{ key: 'overview', title: 'Overview' },
  load: async () => (await import('./pages/overview.tsx')).OverviewPage,
};

/** Entry of Research and of all pages below. */
export const research: ClientPage = {
  ...{ key: 'research', title: 'Research' },
  load: async () => (await import('./pages/research.tsx')).ResearchPage,
};

/** Entries of the navigation. */
export const entries: readonly ClientPage[] = [
  overview,
  { key: 'sites', title: 'Sites', load: async () => (await import('./pages/sites.tsx')).SitesPage },
  { key: 'links', title: 'Links', load: async () => (await import('./pages/links.tsx')).LinksPage },
  { key: 'changes', title: 'Changes', load: async () => (await import('./pages/changes.tsx')).ChangesPage },
  { key: 'graph', title: 'Graph', load: async () => (await import('./pages/graph.tsx')).GraphPage },
  research,
];

/** Pages of the navigation and below Research. */
export const clientPages: readonly ClientPage[] = [...entries, ...researchPages];
