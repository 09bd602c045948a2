import type { Store } from '../storage/open.ts';
import { LINK_KIND } from '../storage/schema.ts';
import { registrableDomain } from '../url/scope.ts';
import type { Row, SentTable, Value } from './row-images.ts';
import { CRAWL, tableOwners } from './table-owners.ts';

/** Tables of links by code of their kind. */
const LINKS: Readonly<Record<number, string>> = {
  [LINK_KIND.internal]: 'internal_links',
  [LINK_KIND.external]: 'external_links',
  [LINK_KIND.bad]: 'bad_links',
  [LINK_KIND.resource]: 'resources',
};

/** Finds the site of each row. */
export class RowOwners {
  readonly #store: Pick<Store, 'connection'>;
  readonly #siteOfDomain: (domain: string) => number | undefined;
  readonly #siteOf = new Map<string, ReturnType<Store['connection']['prepare']>>();
  /** Last looked-up link, as all edges of a page have the same one. */
  #last: { readonly table: string; readonly link: Value; readonly site: number } | undefined;

  /** Creates the lookup. @param siteOfDomain returns any site of a registrable domain */
  constructor(store: Pick<Store, 'connection'>, siteOfDomain: (domain: string) => number | undefined) {
    this.#store = store;
    this.#siteOfDomain = siteOfDomain;
  }

  of(table: SentTable, row: Row): number {
    const owner = tableOwners[table.name];
    const column = (name: string): Value => row[table.columns.indexOf(name)] ?? null;
    switch (owner.by) {
      case 'site':
        return Number(column(owner.column));
      case 'link':
        return this.#siteOfLink('internal_links', column(owner.column));
      case 'edge':
        return (
          this.#siteOfLink('internal_links', column('source')) ||
          this.#siteOfLink(LINKS[Number(column('kind'))] ?? '', column('target'))
        );
      case 'kindAndLink':
        return this.#siteOfLink(LINKS[Number(column('kind'))] ?? '', column('link'));
      case 'family':
        return this.#siteOfLink('link_families', column(owner.column));
      case 'host':
        return this.#siteOfDomain(registrableDomain(String(column(owner.column)))) ?? CRAWL;
      case 'origin':
        return this.#siteOfDomain(registrableDomain(new URL(String(column(owner.column))).hostname)) ?? CRAWL;
      default:
        return CRAWL;
    }
  }

  #siteOfLink(table: string, link: Value): number {
    if (this.#last?.table === table && this.#last.link === link) return this.#last.site;
    const known = this.#siteOf.get(table);
    const find = known ?? this.#store.connection.prepare(`select site from ${table} where id = ?`).pluck();
    if (!known) this.#siteOf.set(table, find);
    const site = Number(find.get(link) ?? CRAWL);
    this.#last = { table, link, site };
    return site;
  }
}
