/** A topic as its file says, with its dictionary and examples read in: plain data, which goes into a run's record and to other threads. */
export interface TopicDefinition {
  readonly name: string;
  /** ISO 639-1, at least one. */
  readonly languages: readonly string[];
  /** At least one; weights above 0. */
  readonly keywords: readonly Keyword[];
  /** Which documents are what is looked for. */
  readonly targets: {
    /** Endings (`pdf`) or content types (`application/pdf`). */
    readonly types: readonly string[];
    /** Pages at least so relevant are targets, too; undefined: none are. */
    readonly relevance?: number | undefined;
    /** Whether PDF documents are visited, and judged by their text. */
    readonly read: boolean;
  };
}

interface Keyword {
  /** A word, or several. */
  readonly term: string;
  readonly weight: number;
}

/** A term of a topic in a text, with what it adds to the text's relevance. */
export interface TermShare {
  readonly term: string;
  /** How often it stands there. */
  readonly count: number;
  readonly share: number;
}

/** A topic, ready to judge texts: the same text is always judged alike. */
export interface Topic {
  readonly definition: TopicDefinition;
  /** Weights of its terms, as `terms` writes them. */
  readonly weights: ReadonlyMap<string, number>;
  /**
   * What a text says, in its order: the stems of its words, without those that say nothing ("the"); behind the last word of
   * a term of several words that the topic has, that term.
   */
  terms(text: string): string[];
  /** How near a text is to the topic, in [0, 1], see topics/compile-topic.ts. */
  relevance(text: readonly string[]): number;
  /** What that is made of, the largest share first. */
  explain(text: readonly string[]): TermShare[];
  /** Whether an address tells that a target document is there. */
  isTarget(url: string): boolean;
  /** Whether a content type tells that. */
  isTargetType(contentType: string): boolean;
}
