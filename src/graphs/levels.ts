import type { AddressParts } from '../url/address-parts.ts';

/** An address whose unit is asked for. */
interface Located extends AddressParts {
  readonly url: string;
  /** Name of the site of the crawl that it belongs to; undefined: of none. */
  readonly site: string | undefined;
  /** Finds the registrable domain of its host. */
  readonly domain: () => string;
}

/** What a node of a graph stands for. */
interface GraphLevel {
  readonly name: string;
  readonly summary: string;
  /** The unit that an address is in: the node's label. */
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
