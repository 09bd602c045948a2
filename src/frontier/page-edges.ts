import { PAGE_LINK } from '../storage/schema.ts';
import type { PageLinkKind } from './link-history.ts';
import type { FrontierQueries } from './queries.ts';

/** The links of a page, of one kind, each with its place on it. */
export type Targets = ReadonlyMap<number, number>;

const NONE: Targets = new Map();

/** Gives a page its edges. @param known those that it has */
export function addEdges(
  sql: Pick<FrontierQueries, 'pageLinks'>,
  source: number,
  kind: PageLinkKind,
  targets: Targets,
  known = NONE,
): void {
  for (const [target, place] of targets)
    if (!known.has(target)) sql.pageLinks.insert.run({ source, kind: PAGE_LINK[kind], target, place });
}
