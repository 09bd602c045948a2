import type { LinkId } from '../../../src/domain/link.ts';
import type { Observation } from '../../../src/domain/observation.ts';
import { linkView } from '../link-view.ts';

/** A visit of a page with links to new pages, by numbers and texts of the links. */
export function aVisit(
  link: LinkId,
  reward: number,
  links: readonly (readonly [id: LinkId, anchor: string])[],
  anchor = '',
  at = 0,
): Observation {
  return {
    visit: {
      ...{ site: 1, link, outcome: 'page', title: '', reward, newExternal: 0, newInternal: links.length },
      ...{ relevance: 0, at },
    },
    claimed: linkView({ id: link, url: `http://a.test/${link}`, anchor, level: link === 1 ? 0 : 1 }),
    links: links.map(([id, text], place) => ({
      ...{ id, site: 1, url: `http://a.test/${id}`, anchor: text, context: '', tagPath: '', place, isNew: true },
    })),
    external: [],
  };
}
