import type { AddressParts } from '../url/address-parts.ts';

/** Parts of a page's address that models use. */
interface PageAddress extends Pick<AddressParts, 'directory'> {
  readonly hostName: string;
  /** Registrable domain of the page's host. */
  readonly domain: string;
  /** True if the page belongs to a crawled site or a target. */
  readonly isOfSite: boolean;
}

/**
 * Alternative document model: a definition of one document (Thelwall 2002, "Conceptualizing documentation on the Web:
 * an
 * evaluation of different heuristic-based models for counting links between university Web sites", JASIST 53(12)).
 */
export interface CountingModel {
  readonly name: string;
  readonly summary: string;
  /**
   * Returns the key of the page's document, unique within a site and among all external pages.
   * Undefined: each page is a document.
   */
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
