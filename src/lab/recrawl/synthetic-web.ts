import { randomGamma, randomLogNormal, randomNormal, randomPareto, randomPoisson } from 'd3-random';
import { z } from 'zod';
import { createRandom, type Random } from '../../domain/random.ts';
import type { Difference } from '../../revisit-rules/revisit-rule.ts';
import type { VersionedWeb } from './versioned-web.ts';

const share = z.number().min(0).max(1);

/** Parameters of a synthetic changing web. A step is a recrawl run; rates are changes per run. */
export const syntheticSpec = z.strictObject({
  pages: z.number().int().min(1).default(5000).describe('pages at step 0'),
  steps: z.number().int().min(1).default(200).describe('steps after the first fetch'),
  static: share.default(0.7).describe('share of pages that never change'),
  always: share.default(0).describe('share of pages that change at every step'),
  rates: z
    .discriminatedUnion('law', [
      z.strictObject({ law: z.literal('gamma'), shape: z.number().positive(), mean: z.number().positive() }),
      z.strictObject({ law: z.literal('pareto'), alpha: z.number().positive(), least: z.number().positive() }),
    ])
    .default({ law: 'gamma', shape: 0.7, mean: 0.25 })
    .describe('rates of change of the other pages, whose changes are Poisson'),
  drift: share.default(0).describe('share of pages that take over the rate of another page each step'),
  size: z
    .strictObject({ median: z.number().positive(), sigma: z.number().min(0) })
    .default({ median: 3000, sigma: 1 })
    .describe('characters of visible text: log-normal'),
  rewrite: z
    .strictObject({ least: share, most: share })
    .default({ least: 0.05, most: 0.2 })
    .describe('share of its text that a change replaces: uniform between the two, drawn for each page'),
  unstable: z
    .strictObject({ pages: share, text: share, filtered: z.boolean() })
    .default({ pages: 0.2, text: 0.05, filtered: true })
    .describe(
      'share of pages with blocks that differ at every fetch, what share of their text these are, and whether the comparison leaves them out',
    ),
  turnover: share.default(0).describe('share of pages that vanish each step; as many new ones appear'),
  signals: z
    .strictObject({ pages: share, lying: share })
    .default({ pages: 0, lying: 0 })
    .describe(
      'share of sites whose server tells the step of the last change, and what share of these lie: half "always today", half "never"',
    ),
  sites: z.number().int().min(1).default(20).describe('sites, of pages drawn at random'),
  sections: z
    .strictObject({ count: z.number().int().min(1), correlation: share })
    .default({ count: 100, correlation: 0 })
    .describe(
      'sections of the sites, known to the rules, and how far the rates within one are alike (a Gaussian copula)',
    ),
});
export type SyntheticSpec = z.infer<typeof syntheticSpec>;

/** Synthetic web with its true rates, for the known-rates optimum. */
export interface SyntheticWeb extends VersionedWeb {
  /** Returns the changes per run; Infinity for a page that changes in every run. */
  rate(page: number, step: number): number;
  /** Returns the share of the page's text that a change replaces. */
  rewrite(page: number): number;
}

/** Makes the web of a spec and seed. Draws all changes here, so that every rule sees the same web. */
export function makeSyntheticWeb(spec: SyntheticSpec, seed: number): SyntheticWeb {
  const random = (part: string) => createRandom(`recrawl ${seed} ${part}`);
  const { pages, steps } = spec;
  const turnover = Math.round(pages * spec.turnover);
  const all = pages + turnover * steps;

  const sections = random('sections');
  const section = Int32Array.from({ length: all }, () => sections.below(spec.sections.count));
  const rates = drawRates(spec, section, random('rates'));
  const [sizes, rewrites] = [random('sizes'), random('rewrites')];
  const drawSize = randomLogNormal.source(sizes.unit)(Math.log(spec.size.median), spec.size.sigma);
  const size = Float64Array.from({ length: all }, () => Math.max(1, Math.round(drawSize())));
  const rewrite = Float64Array.from(
    { length: all },
    () => spec.rewrite.least + rewrites.unit() * (spec.rewrite.most - spec.rewrite.least),
  );
  const unstableText = unstable(spec, size, random('unstable'));
  const [born, dead] = lifetimes(spec, all, turnover, random('turnover'));

  const width = steps + 1;
  const versions = new Uint16Array(all * width);
  const rateOf = new Float32Array(all * width);
  const [changes, drift] = [random('changes'), random('drift')];
  const poisson = randomPoisson.source(changes.unit);
  for (let step = 0; step <= steps; step++) {
    if (step > 0) swapRates(rates, spec.drift, drift);
    for (let page = 0; page < all; page++) {
      const rate = rates[page] ?? 0;
      const cell = page * width + step;
      rateOf[cell] = rate;
      if (step === 0) continue;
      const changed = rate === Number.POSITIVE_INFINITY ? 1 : rate > 0 ? poisson(rate)() : 0;
      versions[cell] = (versions[cell - 1] ?? 0) + changed;
    }
  }

  const sites = Int32Array.from(section, (place) => place % spec.sites);
  const tellers = signalKinds(spec, random('signals'));
  const isThere = (page: number, step: number) => step >= (born[page] ?? 0) && step < (dead[page] ?? 0);

  function compare(page: number, from: number, to: number): Difference {
    const whole = isThere(page, from) ? (size[page] ?? 0) : 0;
    if (!isThere(page, to)) return { kept: 0, gone: whole, fresh: 0 };
    if (whole === 0) return { kept: 0, gone: 0, fresh: size[page] ?? 0 };
    const times = (versions[page * width + to] ?? 0) - (versions[page * width + from] ?? 0);
    if (times === 0) return { kept: whole, gone: 0, fresh: 0 };
    const kept = Math.min(whole - 1, Math.round(whole * (1 - (rewrite[page] ?? 0)) ** times));
    return { kept, gone: whole - kept, fresh: whole - kept };
  }

  return {
    name: `synthetic ${seed}`,
    steps,
    pages: all,
    site: (page) => sites[page] ?? 0,
    group: (page) => section[page] ?? 0,
    size: (page, step) => (isThere(page, step) ? (size[page] ?? 0) : -1),
    compare,
    check(page, from, to) {
      const found = compare(page, from, to);
      const noise = unstableText[page] ?? 0;
      if (noise === 0 || found.kept === 0) return found;
      return { kept: found.kept - Math.min(found.kept, noise), gone: found.gone + noise, fresh: found.fresh + noise };
    },
    lastModified(page, step) {
      const teller = tellers[sites[page] ?? 0];
      if (teller === undefined || teller === 'nothing') return Number.NaN;
      if (teller !== 'truth') return teller === 'always' ? step : 0;
      const now = versions[page * width + step] ?? 0;
      let last = step;
      while (last > 0 && (versions[page * width + last - 1] ?? 0) === now) last--;
      return last;
    },
    rate: (page, step) => rateOf[page * width + step] ?? 0,
    rewrite: (page) => rewrite[page] ?? 0,
  };
}

/**
 * Draws the pages' rates. For correlated sections, each page draws a normal variable with a part shared by its section,
 * and the rates are assigned by its rank. Keeps the distribution of the rates as specified.
 */
function drawRates(spec: SyntheticSpec, section: Int32Array, random: Random): Float64Array {
  const law =
    spec.rates.law === 'gamma'
      ? randomGamma.source(random.unit)(spec.rates.shape, spec.rates.mean / spec.rates.shape)
      : randomPareto.source(random.unit)(spec.rates.alpha);
  const scale = spec.rates.law === 'pareto' ? spec.rates.least : 1;
  const drawn = Float64Array.from(section, (_, page) => {
    const place = (page + 0.5) / section.length;
    if (place < spec.static) return 0;
    return place > 1 - spec.always ? Number.POSITIVE_INFINITY : scale * law();
  }).sort();
  const normal = randomNormal.source(random.unit)();
  const own = Math.sqrt(1 - spec.sections.correlation);
  const shared = Float64Array.from(
    { length: spec.sections.count },
    () => normal() * Math.sqrt(spec.sections.correlation),
  );
  const latent = Float64Array.from(section, (place) => (shared[place] ?? 0) + own * normal());
  const order = Int32Array.from(latent.keys()).sort((a, b) => (latent[a] ?? 0) - (latent[b] ?? 0));
  const rates = new Float64Array(section.length);
  for (const [rank, page] of order.entries()) rates[page] = drawn[rank] ?? 0;
  return rates;
}

/** Swaps the rates of random pairs of pages. Keeps the distribution of the rates. */
function swapRates(rates: Float64Array, share: number, random: Random): void {
  for (let swaps = Math.round((rates.length * share) / 2); swaps > 0; swaps--) {
    const [one, other] = [random.below(rates.length), random.below(rates.length)];
    [rates[one], rates[other]] = [rates[other] ?? 0, rates[one] ?? 0];
  }
}

/** Returns the number of characters per page that differ at every revisit. */
function unstable({ unstable: { pages, text, filtered } }: SyntheticSpec, size: Float64Array, random: Random) {
  return size.map((whole) => (random.chance(pages) && !filtered ? Math.ceil(whole * text) : 0));
}

/** Returns the runs in which each page appears and disappears. */
function lifetimes(spec: SyntheticSpec, all: number, turnover: number, random: Random) {
  const born = Int32Array.from({ length: all }, (_, page) =>
    page < spec.pages ? 0 : 1 + Math.floor((page - spec.pages) / turnover),
  );
  const dead = new Int32Array(all).fill(spec.steps + 1);
  const living = Array.from({ length: spec.pages }, (_, page) => page);
  for (let step = 1; turnover > 0 && step <= spec.steps; step++) {
    for (let gone = 0; gone < turnover; gone++) {
      const place = random.below(living.length);
      const page = living[place] ?? 0;
      dead[page] = step;
      living[place] = spec.pages + (step - 1) * turnover + gone;
    }
  }
  return [born, dead] as const;
}

/** Returns the type of signal of each site's server. */
function signalKinds({ sites, signals: { pages, lying } }: SyntheticSpec, random: Random) {
  const telling = Math.round(sites * pages);
  const liars = Math.round(telling * lying);
  const kinds = Array.from({ length: sites }, (_, site) => {
    if (site >= telling) return 'nothing';
    return site >= liars ? 'truth' : site % 2 === 0 ? 'always' : 'never';
  });
  return random.sample(kinds, sites);
}
