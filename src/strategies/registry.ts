import type { Preset } from './preset.ts';

const usual = { reward: 'new-external-links', foldCase: false } as const;
const topical = { reward: 'documents', siteRule: 'best-first', foldCase: false } as const;
const PAPER = 'Pechnikov & Chernobrovkin 2012';
const beebot = { ...usual, linkOrder: 'level', foldCase: true } as const;

/** Forager's preset, and published systems as combined by Pechnikov & Chernobrovkin 2012, §5, and Ma 2010, §3. */
export const presets: readonly Preset[] = [
  {
    ...{ ...usual, name: 'forager', siteRule: 'best-first', linkOrder: 'learned' },
    siteRuleParams: { margin: 0.7 },
    summary: 'learns which links bring most, and visits the best link of all sites',
    source: 'our own; see docs/strategies/forager.md',
  },
  {
    ...{ ...usual, name: 'hits', siteRule: 'best-first', linkOrder: 'hits' },
    summary: 'finds a community of pages by their links: follows only the best hubs',
    source: 'Blekanov & Bondarenko, "Topical crawling based on the HITS algorithm"',
  },
  {
    ...{ ...usual, name: 'standard', siteRule: 'best-first', linkOrder: 'level' },
    summary: 'visits all pages by level; rank them at the end with forager rank',
    source: 'Blekanov & Bondarenko, "Topical crawling based on the HITS algorithm"',
  },
  {
    ...beebot,
    name: 'beebot',
    siteRule: 'time-quantum',
    summary: 'for sites of unknown kind: each site in turn',
    source: `${PAPER}, §2 and §5`,
  },
  {
    ...beebot,
    name: 'beebot-universities',
    siteRule: 'ucb1',
    summary: 'for sites with a few links on each of many pages: R3',
    source: `${PAPER}, §5`,
  },
  {
    ...beebot,
    name: 'beebot-institutes',
    siteRule: 'gittins',
    summary: 'for sites with very many links on very few pages: R2',
    source: `${PAPER}, §5`,
  },
  {
    ...beebot,
    name: 'beebot-trivial',
    siteRule: 'trivial',
    summary: 'R1: an equal share for each site, the rest for the best; a baseline',
    source: `${PAPER}, §3`,
  },
  {
    ...beebot,
    name: 'beebot-sequential',
    siteRule: 'sequential',
    summary: 'one site after the other',
    source: `${PAPER}, §2`,
  },
  {
    ...{ ...topical, name: 'topic', linkOrder: 'topic' },
    ...{ reward: 'mix', rewardParams: { weights: 'relevant-pages=1,documents=10' } },
    summary: 'for pages and documents on a topic: by their text, and by what similar links brought',
    source: 'our own, after Ma 2010',
  },
  {
    ...topical,
    name: 'topic-immediate',
    linkOrder: 'immediate-value',
    summary: 'for documents on a topic: links whose text is close to it',
    source: 'Ma 2010, §1 and §3',
  },
  {
    ...topical,
    name: 'topic-future',
    linkOrder: 'future-value',
    summary: 'for documents on a topic: links that lead towards them',
    source: 'Ma 2010, §1 and §3',
  },
  {
    ...{ ...topical, name: 'topic-hits', reward: 'relevant-pages', linkOrder: 'hits-text' },
    summary: 'for a community of pages on a topic, by links and text',
    source: 'after Blekanov & Bondarenko, "Topical crawling based on the HITS algorithm"',
  },
  {
    ...{ ...topical, name: 'topic-incremental', linkOrder: 'incremental' },
    summary: 'for documents on a topic: both of these, retrained during the crawl',
    source: 'Ma 2010, §2.3-2.4',
  },
];
