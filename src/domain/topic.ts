/** Topic as defined in a file, with dictionary and examples loaded. Plain data for a run's record and for threads. */
export interface TopicDefinition {
  readonly name: string;
  /** ISO 639-1 codes, at least one. */
  readonly languages: readonly string[];
  /** Keywords, at least one; weights above 0. */
  readonly keywords: readonly Keyword[];
  /** Documents that the user looks for. */
  readonly targets: {
    /** File endings (`pdf`) or content types (`application/pdf`). */
    readonly types: readonly string[];
    /** Minimum relevance of pages that count as targets; undefined: no pages do. */
    readonly relevance?: number | undefined;
    /** True if PDF documents are visited and judged by their text. */
    readonly read: boolean;
  };
}

interface Keyword {
  /** Word or phrase. */
  readonly term: string;
  readonly weight: number;
}

/** Topic term in a text, with the term's share of the text's relevance. */
export interface TermShare {
  readonly term: string;
  /** Occurrences in the text. */
  readonly count: number;
  readonly share: number;
}

/** Topic that judges texts. The same text always gets the same relevance. */
export interface Topic {
  readonly definition: TopicDefinition;
  /** Weights of the topic's terms, spelt as by `terms`. */
  readonly weights: ReadonlyMap<string, number>;
  /**
   * Returns the stems of a text's words in order, without stop words ("the"). A topic phrase follows the stem of its
   * last word.
   */
  terms(text: string): string[];
  /** Returns the relevance of a text to the topic, in [0, 1], see topics/compile-topic.ts. */
  relevance(text: readonly string[]): number;
  /** Returns the terms' shares of the relevance, the largest first. */
  explain(text: readonly string[]): TermShare[];
  /** Tells whether an address belongs to a target document. */
  isTarget(url: string): boolean;
  /** Tells whether a content type is one of a target document. */
  isTargetType(contentType: string): boolean;
}
