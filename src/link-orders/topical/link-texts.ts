import { DocumentFrequencies } from '../../analysis/document-frequencies.ts';
import type { LinkView } from '../../domain/link.ts';
import type { TermShare, Topic } from '../../domain/topic.ts';
import { addressWords } from '../../url/address-words.ts';

/** Most terms with a number; later terms are ignored. */
const MOST_TERMS = 300_000;
/** Growth of the number of links, as a factor, after which the topic's norm is computed again. */
const GROWTH = 1.05;

type LinkText = Pick<LinkView, 'url' | 'anchor' | 'context'>;

/**
 * Texts of links (Ma 2010, §1): anchor, words around the anchor, words of the address. Terms are numbered in order of
 * discovery, the topic's first. A text is the sorted numbers of its terms, with repeats.
 */
export class LinkTexts {
  readonly #topic: Topic;
  readonly #numbers = new Map<string, number>();
  /** Terms of the topic by number, with their weights. */
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

  /** Number of numbered terms. */
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

  /** Counts the terms of a found link. */
  add(terms: Uint32Array): void {
    this.#frequencies.add(terms);
    const { documents } = this.#frequencies;
    if (documents >= this.#norm.documents * GROWTH + 1) this.#norm = { documents, value: this.#topicNorm() };
  }

  /**
   * Returns the immediate value of a link's text, in [0, 1] (Ma 2010, §1):
   *
   *     sim(q, p) = (sum over k in q and p of W_kq W_kp)
   *               / sqrt((sum over k in p of W_kp^2) (sum over k in q of W_kq^2))
   *
   * with tf x idf as weights: W_kp is the count of k in the link's text, W_kq the topic's weight of k, each times the
   * idf of k among the found links.
   */
  immediateValue(terms: Uint32Array): number {
    let sum = 0;
    const length = this.#compare(terms, (_term, _count, product) => {
      sum += product;
    });
    // Limited to 1, as the topic's norm is slightly outdated.
    return sum === 0 ? 0 : Math.min(1, sum / (length * this.#norm.value));
  }

  /** Returns each term's share of the immediate value, largest first. */
  explain(terms: Uint32Array): TermShare[] {
    const found: { term: string; count: number; product: number }[] = [];
    const length = this.#compare(terms, (number, count, product) =>
      found.push({ term: this.#terms[number] ?? '', count, product }),
    );
    const shares = found.map(({ product, ...one }) => ({ ...one, share: product / (length * this.#norm.value) }));
    return shares.sort((a, b) => b.share - a.share || (a.term < b.term ? -1 : 1));
  }

  /** Reports W_kq W_kp for each topic term in a link's text. Returns the norm of the text, sqrt(sum of W_kp^2). */
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

  /** Returns undefined if there are too many terms. */
  #numberOf(term: string): number | undefined {
    const known = this.#numbers.get(term);
    if (known !== undefined || this.#numbers.size >= MOST_TERMS) return known;
    this.#numbers.set(term, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
