import { z } from 'zod';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atLeast, benchmark, figure, type Metric } from './benchmark.ts';
import { focused, standard, type TopicalCrawl } from './hits-crawls.ts';
import { comparedMethods } from './hits-judged.ts';
import { hitsSpeed } from './hits-speed.ts';
import { manyDomains, type TopicalWeb, wikiLike } from './topical-webs.ts';

/** Cost, the paper's table, methods side by side. */
const parts = ['all', 'speed', 'paper', 'methods'] as const;

/** Cost of HITS, and the table of Blekanov & Bondarenko in shape: a web like Wikipedia's, and one of many domains. */
export const hits = benchmark({
  name: 'hits',
  summary: 'what HITS costs, beside graphology; precision and growth of the focused crawl, beside the standard one',
  options: z.object({
    links: flag(positive.default(1_000_000), { value: 'N', description: 'links of the graph that is timed' }),
    pages: flag(positive.default(4000), { value: 'N', description: 'pages of each web' }),
    seeds: flag(positive.default(3), { value: 'N', description: 'webs of each kind' }),
    webs: flag(z.string().optional(), {
      value: 'FOLDER',
      description: 'recorded pages: wisc97.jsonl.gz, cornell97.jsonl.gz',
    }),
    qrels: flag(z.string().optional(), { value: 'FOLDER', description: 'judged pages of these: WEB.qrels' }),
    html: flag(z.string().optional(), { value: 'FILE', description: '11-point curves of the methods' }),
    only: flag(z.enum(parts).default('all'), { value: 'PART', description: `what is measured: ${parts.join(', ')}` }),
    c: flag(positive.default(10), { value: 'N', description: 'authorities and hubs of each step' }),
  }),
  async run({ links, pages, seeds, c, webs, qrels, html, only }, say) {
    const isAsked = (part: (typeof parts)[number]) => only === 'all' || only === part;
    const metrics = isAsked('speed') ? hitsSpeed(links, say) : [];
    const webKinds = [
      ['one domain', wikiLike],
      ['many domains', manyDomains],
    ] as const;
    for (const [name, make] of isAsked('paper') ? webKinds : []) {
      const crawls: Crawls[] = [];
      for (let seed = 1; seed <= seeds; seed++) {
        say(`${name}, web ${seed}`);
        crawls.push(await compared(make(pages, seed), c));
      }
      metrics.push(...tableOf(name, crawls));
    }
    if (!isAsked('methods')) return metrics;
    return [...metrics, ...(await comparedMethods({ pages, seeds, webs, qrels, html }, say))];
  },
});

interface Crawls {
  readonly focused: TopicalCrawl;
  /** Ranked with all links alike, as in the paper, … */
  readonly standard: TopicalCrawl;
  /** … and as in the focused crawl. */
  readonly sameWeights: TopicalCrawl;
}

async function compared(web: TopicalWeb, c: number): Promise<Crawls> {
  const choice = { strategy: 'hits', params: {}, linkOrderParams: { c } };
  const crawl = await focused(web, choice, web.pages);
  const all = { pageLimit: web.pages, result: crawl.result };
  return {
    focused: crawl,
    standard: await standard(web, { ...all, common: 'whole' }),
    sameWeights: await standard(web, { ...all, common: 'little' }),
  };
}

/** Means over the webs. */
function tableOf(web: string, crawls: readonly Crawls[]): Metric[] {
  const mean = (of: (crawl: Crawls) => number) => crawls.reduce((sum, crawl) => sum + of(crawl), 0) / crawls.length;
  const kinds = ['focused', 'standard', 'sameWeights'] as const;
  const words = { focused: 'focused', standard: 'standard', sameWeights: 'standard, menus discounted' };
  const of = (kind: (typeof kinds)[number], metric: string) => mean((crawl) => crawl[kind].figures.get(metric) ?? 0);
  const steps = Math.max(...crawls.map((crawl) => crawl.focused.growth.length));
  const atStep = (step: number, of: 'visits' | 'known' | 'indexed') =>
    mean(({ focused: { growth } }) => growth[Math.min(step, growth.length - 1)]?.[of] ?? 0);
  const ours = of('focused', 'set_P');
  return [
    ...kinds.flatMap((kind) => [
      figure(
        `${web}, ${words[kind]}: pages visited`,
        mean((crawl) => crawl[kind].pages),
        'pages',
      ),
      figure(
        `${web}, ${words[kind]}: pages in the result`,
        mean((crawl) => crawl[kind].result),
        'pages',
      ),
      kind === 'focused'
        ? atLeast(of('standard', 'set_P'), `${web}, ${words[kind]}: precision`, ours, 'share')
        : figure(`${web}, ${words[kind]}: precision`, of(kind, 'set_P'), 'share'),
      figure(`${web}, ${words[kind]}: recall`, of(kind, 'set_recall'), 'share'),
    ]),
    ...Array.from({ length: steps }, (_, step) => [
      figure(`${web}, focused, step ${step + 1}: pages visited before`, atStep(step, 'visits'), 'pages'),
      figure(`${web}, focused, step ${step + 1}: pages known`, atStep(step, 'known'), 'pages'),
      figure(`${web}, focused, step ${step + 1}: pages in the index`, atStep(step, 'indexed'), 'pages'),
    ]).flat(),
    ...Array.from({ length: 11 }, (_, at) => `iprec_at_recall_${(at / 10).toFixed(2)}`).flatMap((metric) =>
      kinds.map((kind) => figure(`${web}, ${words[kind]}: ${metric}`, of(kind, metric), 'share')),
    ),
  ];
}
