import type { Technique } from './technique.ts';

/** Addresses that turn out to be files and no pages: capture/files/ reads them. */
export const files: Technique = {
  name: 'file',
  level: 'passive',
  summary: 'links in files: sitemaps, feeds, PDF documents, style sheets, manifests',
};

/** Visits to linked PDF documents; if disabled, links to addresses that end in .pdf are not visited. */
export const documents: Technique = {
  name: 'document',
  level: 'thorough',
  summary: 'PDF documents behind links are visited, after all pages',
};
