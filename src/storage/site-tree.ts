import { linkStatuses } from '../domain/link.ts';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { rows } from './statement.ts';

/** What a folder of a site has; `prefix` is null for a page. */
interface TreeNode {
  readonly name: string;
  readonly prefix: string | null;
  links: number;
  visited: number;
  waiting: number;
  failed: number;
}

/** The internal links of a site below an address, by the next part of their paths, in order of the alphabet. @param prefix empty: all */
export function siteTree(store: Store, site: number, prefix: string): TreeNode[] {
  const query = store.kysely
    .selectFrom('internal_links as link')
    .innerJoin('seeds as site', 'site.id', 'link.site')
    .select(['link.status', address('link').as('url')])
    .where('link.id', 'in', ({ selectFrom }) =>
      selectFrom('internal_link_identities').select('link').where('site', '=', site),
    );
  const nodes = new Map<string, TreeNode>();
  for (const { url, status } of rows(store, query)) {
    if (!url.startsWith(prefix)) continue;
    const name = nextPart(url, prefix);
    const known = nodes.get(name);
    const node = known ?? {
      ...{ name, prefix: name.endsWith('/') ? prefix + name : null },
      ...{ links: 0, visited: 0, waiting: 0, failed: 0 },
    };
    if (!known) nodes.set(name, node);
    node.links++;
    const became = linkStatuses[status];
    if (became === 'visited' || became === 'waiting' || became === 'failed') node[became]++;
  }
  return [...nodes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `news/` of `http://a/news/1` behind `http://a/`; `http://a/` behind nothing; what is asked behind `?` belongs to the page. */
function nextPart(url: string, prefix: string): string {
  const rest = url.slice(prefix.length);
  const from = prefix === '' ? rest.indexOf('//') + 2 : 0;
  const [path = ''] = rest.slice(from).split(/[?#]/);
  const slash = path.indexOf('/');
  if (slash >= 0) return rest.slice(0, from + slash + 1);
  return rest === '' ? '(the folder itself)' : rest;
}
