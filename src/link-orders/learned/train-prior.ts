import type { Observation } from '../../domain/observation.ts';
import { observed } from './learned-order.ts';
import { anchorWord, urlWord, urlWordsOf, wordsOf } from './link-features.ts';
import { LinkModel } from './link-model.ts';
import type { Prior } from './prior.ts';
import { WaitingLinks } from './waiting-links.ts';

/** Least number of a web's links with a word. */
const LEAST_LINKS = 3;
/** Least number of webs with a word, so that its weight holds elsewhere. */
const LEAST_WEBS = 2;
/** Webs with weight 0 added to each word's mean. */
const DOUBT = 1;
/** Most words of anchors, and of addresses. */
const MOST_WORDS = 2000;

/** Learns the weights of words on one web, apart from the effect of link groups. */
export class PriorTrainer {
  readonly #model = new LinkModel(undefined);
  readonly #waiting = new WaitingLinks();
  readonly #anchor = new Map<string, number>();
  readonly #address = new Map<string, number>();

  learn(observation: Observation): void {
    const { visit, claimed } = observation;
    const { features, found } = observed(observation, this.#waiting.take(visit.link));
    this.#model.learn({ id: visit.link, features }, claimed.source?.id, visit.reward, found);
    for (const { id, features: own } of found) this.#waiting.add(id, own);
    count(this.#anchor, wordsOf(claimed.anchor));
    count(this.#address, urlWordsOf(claimed.url));
  }

  /** Returns the weights of frequent words. */
  weights(): Pick<Prior, 'anchor' | 'address'> {
    return {
      anchor: this.#weights(this.#anchor, anchorWord),
      address: this.#weights(this.#address, urlWord),
    };
  }

  #weights(words: ReadonlyMap<string, number>, token: (word: string) => number): Record<string, number> {
    const often = [...words].filter(([, links]) => links >= LEAST_LINKS);
    return Object.fromEntries(often.map(([word]) => [word, this.#model.weight(token(word))]));
  }
}

function count(words: Map<string, number>, seen: readonly string[]): void {
  for (const word of seen) words.set(word, (words.get(word) ?? 0) + 1);
}

/** Joins the weights of several webs: mean weight of each word, drawn to 0. Keeps the largest. */
export function joinedPrior(webs: ReadonlyMap<string, Pick<Prior, 'anchor' | 'address'>>): Prior {
  const all = [...webs.values()];
  return {
    format: 'forager-prior-1',
    webs: [...webs.keys()],
    anchor: joined(all.map(({ anchor }) => anchor)),
    address: joined(all.map(({ address }) => address)),
  };
}

function joined(weights: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, { sum: number; webs: number }>();
  for (const [word, weight] of weights.flatMap(Object.entries<number>)) {
    const { sum, webs } = sums.get(word) ?? { sum: 0, webs: 0 };
    sums.set(word, { sum: sum + weight, webs: webs + 1 });
  }
  const least = Math.min(LEAST_WEBS, weights.length);
  const means = [...sums]
    .filter(([, { webs }]) => webs >= least)
    .map(([word, { sum, webs }]): [string, number] => [word, Math.round((1000 * sum) / (webs + DOUBT)) / 1000])
    .filter(([, weight]) => weight !== 0);
  means.sort(([one, a], [other, b]) => Math.abs(b) - Math.abs(a) || (one < other ? -1 : 1));
  return Object.fromEntries(means.slice(0, MOST_WORDS));
}
