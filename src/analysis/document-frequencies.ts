/** In how many documents each term stands, of those that were added; terms are numbers from 0 on. */
export class DocumentFrequencies {
  #documents = 0;
  readonly #counts: number[] = [];

  get documents(): number {
    return this.#documents;
  }

  /** @param terms each may stand there more than once */
  add(terms: Iterable<number>): void {
    this.#documents++;
    for (const term of new Set(terms)) this.#counts[term] = (this.#counts[term] ?? 0) + 1;
  }

  /** ln((1 + N) / (1 + df)) + 1: above 0 also for a term that every document has, and 1 before there is any document. */
  idf(term: number): number {
    return Math.log((1 + this.#documents) / (1 + (this.#counts[term] ?? 0))) + 1;
  }
}
