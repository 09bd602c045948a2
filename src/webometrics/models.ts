import type { AddressParts } from '../url/address-parts.ts';

/** A page as a model sees it. */
interface PageAddress extends Pick<AddressParts, 'directory'> {
  readonly hostName: string;
  /** Registrable domain of its host. */
  readonly domain: string;
  /** Whether it belongs to a site of the crawl or of the list of targets. */
  readonly isOfSite: boolean;
}

/**
 * An alternative document model: what counts as one document (Thelwall 2002, "Conceptualizing documentation on the Web: an
 * evaluation of different heuristic-based models for counting links between university Web sites", JASIST 53(12)).
 */
export interface CountingModel {
  readonly name: string;
  readonly summary: string;
  /** Which document of its site a page is in; pages outside of all sites are told apart by it alone. Undefined: each page is one. */
  readonly documentOf: ((page: PageAddress) => string) | undefined;
}

export const countingModels = [
  { name: 'page', summary: 'each address', documentOf: undefined },
  { name: 'directory', summary: 'the pages of one folder', documentOf: ({ directory }) => directory },
  { name: 'domain', summary: 'the pages of one host name', documentOf: ({ hostName }) => hostName },
  {
    name: 'site',
    summary: 'the pages of a site; outside of all sites those of one registrable domain',
    documentOf: ({ isOfSite, domain }) => (isOfSite ? '' : domain),
  },
] as const satisfies readonly CountingModel[];
