import type { Preset } from './preset.ts';

const usual = { reward: 'new-external-links', foldCase: false } as const;
const topical = { reward: 'documents', siteRule: 'best-first', foldCase: false } as const;
const beebot = { ...usual, linkOrder: 'level', foldCase: true } as const;

/** Our own, and the published systems: as Pechnikov & Chernobrovkin 2012, §5, puts them together, and Ma 2010, §3. */
export const presets: readonly Preset[] = [
  {
    ...{ ...usual, name: 'forager', siteRule: 'best-first', linkOrder: 'learned' },
    siteRuleParams: { margin: 0.7 },
    summary: 'learns what links bring: the best link of all sites',
  },
  {
    ...{ ...usual, name: 'hits', siteRule: 'best-first', linkOrder: 'hits' },
    summary: 'focused by links alone: only the best hubs are followed',
  },
  {
    ...{ ...usual, name: 'standard', siteRule: 'best-first', linkOrder: 'level' },
    summary: 'all pages by level; ranked at the end by forager rank',
  },
  { ...beebot, name: 'beebot', siteRule: 'time-quantum', summary: 'a set of unknown kind: each site in turn' },
  { ...beebot, name: 'beebot-universities', siteRule: 'ucb1', summary: 'few links on each of many pages: R3' },
  { ...beebot, name: 'beebot-institutes', siteRule: 'gittins', summary: 'very many links on very few pages: R2' },
  { ...beebot, name: 'beebot-trivial', siteRule: 'trivial', summary: 'R1: an equal share each, the rest to the best' },
  { ...beebot, name: 'beebot-sequential', siteRule: 'sequential', summary: 'one site after the other' },
  {
    ...{ ...topical, name: 'topic', linkOrder: 'topic' },
    ...{ reward: 'mix', rewardParams: { weights: 'relevant-pages=1,documents=10' } },
    summary: 'pages and documents on a topic: near to it by their text, or alike what was',
  },
  {
    ...topical,
    name: 'topic-immediate',
    linkOrder: 'immediate-value',
    summary: 'documents on a topic: links near to it',
  },
  {
    ...topical,
    name: 'topic-future',
    linkOrder: 'future-value',
    summary: 'documents on a topic: what lies behind links',
  },
  {
    ...{ ...topical, name: 'topic-hits', reward: 'relevant-pages', linkOrder: 'hits-text' },
    summary: 'pages on a topic: the best hubs near to it, by links and texts',
  },
  { ...topical, name: 'topic-incremental', linkOrder: 'incremental', summary: 'documents on a topic: both, retrained' },
];
