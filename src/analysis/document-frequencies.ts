/** Counts the added documents with each term; terms are numbers from 0. */
export class DocumentFrequencies {
  #documents = 0;
  readonly #counts: number[] = [];
  /** Logarithms of 1 + each count, and of 1 + the documents, since they are read more often than changed. */
  readonly #logarithms: number[] = [];
  #ofDocuments = 0;

  get documents(): number {
    return this.#documents;
  }

  /** Adds a document. @param terms terms of the document, repetitions allowed */
  add(terms: Iterable<number>): void {
    this.#documents++;
    this.#ofDocuments = Math.log1p(this.#documents);
    for (const term of new Set(terms)) {
      const count = (this.#counts[term] ?? 0) + 1;
      this.#counts[term] = count;
      this.#logarithms[term] = Math.log1p(count);
    }
  }

  /** Returns ln((1 + N) / (1 + df)) + 1: above 0 even for a term in every document, and 1 before any document. */
  idf(term: number): number {
    return this.#ofDocuments - (this.#logarithms[term] ?? 0) + 1;
  }
}
