import { DocumentFrequencies } from '../../analysis/document-frequencies.ts';
import type { LinkView } from '../../domain/link.ts';
import type { TermShare, Topic } from '../../domain/topic.ts';
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
  /** The topic's terms, by their numbers, and their weights. */
  readonly #terms: readonly string[];
  readonly #weights: readonly number[];
  readonly #frequencies = new DocumentFrequencies();
  #norm: { readonly documents: number; readonly value: number };

  constructor(topic: Topic) {
    this.#topic = topic;
    for (const term of topic.weights.keys()) this.#numberOf(term);
    this.#terms = [...topic.weights.keys()];
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
    let sum = 0;
    const length = this.#compare(terms, (_term, _count, product) => {
      sum += product;
    });
    // The topic's length lags behind a little, and so may reach across 1.
    return sum === 0 ? 0 : Math.min(1, sum / (length * this.#norm.value));
  }

  /** Returns what the immediate value is made of, the largest share first. */
  explain(terms: Uint32Array): TermShare[] {
    const found: { term: string; count: number; product: number }[] = [];
    const length = this.#compare(terms, (number, count, product) =>
      found.push({ term: this.#terms[number] ?? '', count, product }),
    );
    const shares = found.map(({ product, ...one }) => ({ ...one, share: product / (length * this.#norm.value) }));
    return shares.sort((a, b) => b.share - a.share || (a.term < b.term ? -1 : 1));
  }

  /** Tells of each of the topic's terms in a link's text: W_kq W_kp. Returns the length of the text, the root of the sum of W_kp^2. */
  #compare(terms: Uint32Array, tell: (term: number, count: number, product: number) => void): number {
    let squares = 0;
    for (let at = 0, next = 0; at < terms.length; at = next) {
      const term = terms[at] ?? 0;
      while (terms[next] === term) next++;
      const count = next - at;
      const idf = this.#frequencies.idf(term);
      squares += (count * idf) ** 2;
      const weight = this.#weights[term];
      if (weight !== undefined) tell(term, count, count * weight * idf ** 2);
    }
    return Math.sqrt(squares);
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
