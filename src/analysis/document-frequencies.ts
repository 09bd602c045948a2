/** In how many documents each term stands, of those that were added; terms are numbers from 0 on. */
export class DocumentFrequencies {
  #documents = 0;
  readonly #counts: number[] = [];
  /** Logarithms of 1 + each count, and of 1 + the documents: they are asked for more often than they change. */
  readonly #logarithms: number[] = [];
  #ofDocuments = 0;

  get documents(): number {
    return this.#documents;
  }

  /** @param terms each may stand there more than once */
  add(terms: Iterable<number>): void {
    this.#documents++;
    this.#ofDocuments = Math.log1p(this.#documents);
    for (const term of new Set(terms)) {
      const count = (this.#counts[term] ?? 0) + 1;
      this.#counts[term] = count;
      this.#logarithms[term] = Math.log1p(count);
    }
  }

  /** ln((1 + N) / (1 + df)) + 1: above 0 also for a term that every document has, and 1 before there is any document. */
  idf(term: number): number {
    return this.#ofDocuments - (this.#logarithms[term] ?? 0) + 1;
  }
}
