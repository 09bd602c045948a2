import { assetAt } from './assets.ts';
import { type PageView, type ViewContext, viewOf } from './page-view.ts';
import type { Answer, Portal } from './portal.ts';
import type { SitePage } from './site-tree.ts';

/**
 * Makes a portal from the pages of a tree.
 * @param draw answers for a page
 * @param others answers for paths without a page, before the common files
 */
export function treePortal(
  context: ViewContext,
  draw: (view: PageView, page: SitePage) => Answer,
  others: (path: string) => Answer | undefined = () => undefined,
): Portal {
  const { place, tree } = context;
  return {
    ...place,
    pages: tree.size,
    externals: tree.countExternals(),
    start: `http://${place.host}/`,
    answer({ path }) {
      const page = tree.find(path);
      return page === undefined ? (others(path) ?? assetAt(path)) : draw(viewOf(page, context), page);
    },
  };
}

/** Returns an HTML answer that declares UTF-8. */
export function htmlAnswer(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function redirectTo(location: string, status: 301 | 302): Answer {
  return { status, headers: { location, 'content-type': 'text/plain; charset=utf-8' }, body: `See ${location}\n` };
}
