import { DocumentFrequencies } from '../../analysis/document-frequencies.ts';
import type { LinkView } from '../../domain/link.ts';
import type { Topic } from '../../domain/topic.ts';
import { addressWords } from '../../url/address-words.ts';

/** Terms that are told apart; a crawl that has met more knows what matters. */
const MOST_TERMS = 300_000;
/** The topic's own length is worked out anew when so many times as many links are known. */
const GROWTH = 1.05;

type LinkText = Pick<LinkView, 'url' | 'anchor' | 'context'>;

/**
 * The texts of links (Ma 2010, §1): the anchor, the words around it and the words in the address. Terms have numbers, in
 * the order in which they were met, the topic's first; a text is the numbers of its terms, ascending, each as often as it
 * stands there.
 */
export class LinkTexts {
  readonly #topic: Topic;
  readonly #numbers = new Map<string, number>();
  /** Of the topic's terms, by their numbers. */
  readonly #weights: readonly number[];
  readonly #frequencies = new DocumentFrequencies();
  #norm: { readonly documents: number; readonly value: number };

  constructor(topic: Topic) {
    this.#topic = topic;
    for (const term of topic.weights.keys()) this.#numberOf(term);
    this.#weights = [...topic.weights.values()];
    this.#norm = { documents: 0, value: this.#topicNorm() };
  }

  /** How many terms have numbers. */
  get vocabulary(): number {
    return this.#numbers.size;
  }

  read({ url, anchor, context }: LinkText): Uint32Array {
    const text = `${anchor}\n${context}\n${addressWords(url)}`;
    const numbers: number[] = [];
    for (const term of this.#topic.terms(text)) {
      const number = this.#numberOf(term);
      if (number !== undefined) numbers.push(number);
    }
    return Uint32Array.from(numbers).sort();
  }

  /** A link was found: its terms are as frequent as that. */
  add(terms: Uint32Array): void {
    this.#frequencies.add(terms);
    const { documents } = this.#frequencies;
    if (documents >= this.#norm.documents * GROWTH + 1) this.#norm = { documents, value: this.#topicNorm() };
  }

  /**
   * The immediate value of a link with this text, in [0, 1] (Ma 2010, §1):
   *
   *     sim(q, p) = (sum over k in q and p of W_kq W_kp) / sqrt((sum over k in p of W_kp^2) (sum over k in q of W_kq^2))
   *
   * with tf x idf as weights: W_kp how often k stands in the link's text, W_kq the topic's weight of k, each times k's idf
   * among the links that were found.
   */
  immediateValue(terms: Uint32Array): number {
    let product = 0;
    let squares = 0;
    for (let at = 0, next = 0; at < terms.length; at = next) {
      const term = terms[at] ?? 0;
      while (terms[next] === term) next++;
      const count = next - at;
      const idf = this.#frequencies.idf(term);
      squares += (count * idf) ** 2;
      const weight = this.#weights[term];
      if (weight !== undefined) product += count * weight * idf ** 2;
    }
    // The topic's length lags behind a little, and so may reach across 1.
    return product === 0 ? 0 : Math.min(1, product / (Math.sqrt(squares) * this.#norm.value));
  }

  #topicNorm(): number {
    let squares = 0;
    for (const [term, weight] of this.#weights.entries()) squares += (weight * this.#frequencies.idf(term)) ** 2;
    return Math.sqrt(squares);
  }

  /** Undefined: there are too many. */
  #numberOf(term: string): number | undefined {
    const known = this.#numbers.get(term);
    if (known !== undefined || this.#numbers.size >= MOST_TERMS) return known;
    this.#numbers.set(term, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
