import type { RelevantPage } from '../../storage/lists/pages.ts';

/** The topics that runs of the crawl had, that of the last run first. */
export interface TopicsAnswer {
  readonly topics: readonly TopicLine[];
}

export interface TopicLine {
  readonly name: string;
  readonly languages: readonly string[];
  /** Types of target documents. */
  readonly types: readonly string[];
  /** Pages at least so relevant are targets, too; null: none are. */
  readonly relevance: number | null;
  /** How many words it has, and the heaviest of them; `compared`: as texts are compared with it. */
  readonly words: number;
  readonly heaviest: readonly { readonly term: string; readonly compared: string; readonly weight: number }[];
  /** Pages that have a word of it. */
  readonly pages: number;
}

export type TopicPageLine = RelevantPage;

/** What a page's relevance is made of. */
export interface TopicPageAnswer {
  readonly url: string;
  readonly title: string;
  /** Of the text that is stored now. */
  readonly relevance: number;
  readonly hasText: boolean;
  /** The largest share first. */
  readonly terms: readonly { readonly term: string; readonly count: number; readonly share: number }[];
}
