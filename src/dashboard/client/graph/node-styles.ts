import type { GraphNodeLine } from '../../pages/graph.ts';

/** Measures that node sizes can show. */
export const sizesBy = {
  links: { title: 'links', of: ({ linksTo, linksFrom }: GraphNodeLine) => linksTo + linksFrom },
  pageRank: { title: 'PageRank', of: ({ pageRank }: GraphNodeLine) => pageRank },
  authority: { title: 'authority', of: ({ authority }: GraphNodeLine) => authority },
  hub: { title: 'hub', of: ({ hub }: GraphNodeLine) => hub },
  sites: { title: 'sites that link to it', of: ({ sites }: GraphNodeLine) => sites },
} as const;

/** Properties that node colours can show: nodes with the same text have the same colour. */
export const coloursBy = {
  kind: { title: 'kind', of: ({ kind }: GraphNodeLine) => (kind === 'site' ? 'site of the crawl' : 'outside') },
  community: { title: 'community', of: ({ community }: GraphNodeLine) => `community ${community + 1}` },
  bowTie: { title: 'part of the bow-tie', of: ({ bowTie }: GraphNodeLine) => bowTie },
  core: { title: 'k-core', of: ({ core }: GraphNodeLine) => `core ${core}` },
} as const;

export type SizeBy = keyof typeof sizesBy;
export type ColourBy = keyof typeof coloursBy;

/** Colour, with the nodes that have this colour. */
interface Hue {
  readonly name: string;
  readonly nodes: number;
  /** Name of a colour token in the style sheet. */
  readonly token: string;
}

const TOKENS = ['--curve-1', '--curve-2', '--curve-3', '--curve-4', '--curve-5', '--curve-6'];
const OTHERS = '--line-strong';

/** Returns the colours of the nodes, most frequent first; after the six distinguishable ones, all others share one. */
export function hues(
  nodes: readonly GraphNodeLine[],
  by: ColourBy,
): { readonly legend: Hue[]; tokenOf(node: GraphNodeLine): string } {
  const { of } = coloursBy[by];
  const counts = new Map<string, number>();
  for (const node of nodes) counts.set(of(node), (counts.get(of(node)) ?? 0) + 1);
  const names = [...counts].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1));
  const tokens = new Map(names.slice(0, TOKENS.length).map(([name], at) => [name, TOKENS[at] ?? OTHERS]));
  const others = names.slice(TOKENS.length).reduce((sum, [, count]) => sum + count, 0);
  const legend = [...tokens].map(([name, token]) => ({ name, token, nodes: counts.get(name) ?? 0 }));
  if (others > 0) legend.push({ name: 'others', token: OTHERS, nodes: others });
  return { legend, tokenOf: (node) => tokens.get(of(node)) ?? OTHERS };
}
