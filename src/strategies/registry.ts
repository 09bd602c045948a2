import type { Preset } from './strategy.ts';

const beebot = { reward: 'new-external-links', linkOrder: 'level', foldCase: true } as const;

/** The published systems, as Pechnikov & Chernobrovkin 2012, §5, puts them together. */
export const presets: readonly Preset[] = [
  { ...beebot, name: 'beebot', siteRule: 'time-quantum', summary: 'a set of unknown kind: each site in turn' },
  { ...beebot, name: 'beebot-universities', siteRule: 'ucb1', summary: 'few links on each of many pages: R3' },
  { ...beebot, name: 'beebot-institutes', siteRule: 'gittins', summary: 'very many links on very few pages: R2' },
  { ...beebot, name: 'beebot-trivial', siteRule: 'trivial', summary: 'R1: an equal share each, the rest to the best' },
  { ...beebot, name: 'beebot-sequential', siteRule: 'sequential', summary: 'one site after the other' },
];
