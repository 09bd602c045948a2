import type { AddressParts } from '../url/address-parts.ts';

/** Address to map to a unit. */
interface Located extends AddressParts {
  readonly url: string;
  /** Name of the crawled site with this address; undefined: none. */
  readonly site: string | undefined;
  /** Returns the registrable domain of the host. */
  readonly domain: () => string;
}

/** Level of a graph, which defines its nodes. */
interface GraphLevel {
  readonly name: string;
  readonly summary: string;
  /** Returns the unit of an address, which is the node's label. */
  readonly unitOf: (address: Located) => string;
}

export const graphLevels = [
  { name: 'page', summary: 'addresses', unitOf: ({ url }: Located) => url },
  {
    name: 'directory',
    summary: 'folders: addresses up to the last slash',
    unitOf: ({ directory }: Located) => directory,
  },
  { name: 'host', summary: 'host names', unitOf: ({ host }: Located) => host },
  { name: 'domain', summary: 'registrable domains', unitOf: ({ domain }: Located) => domain() },
  {
    name: 'site',
    summary: 'sites of the crawl, and registrable domains outside',
    unitOf: ({ site, domain }: Located) => site ?? domain(),
  },
] as const satisfies readonly GraphLevel[];
