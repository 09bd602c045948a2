import type { Random } from '../domain/random.ts';

/** The words of a language, from which the prose and the headings of a portal are put together. */
export interface Lexicon {
  readonly language: 'en' | 'ru';
  /** Given and family names of people. */
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  /** The parts of sentences, each in the form in which it joins the others; see {@link Lexicon.sentence}. */
  readonly openers: readonly string[];
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
  readonly objects: readonly string[];
  readonly places: readonly string[];
  /** One sentence; `subject` is what the page is about, in the form that the language wants there. */
  sentence(random: Random, subject: string): string;
  readonly labels: {
    readonly home: string;
    readonly seeAlso: string;
    readonly files: string;
    readonly contact: string;
    readonly print: string;
    readonly writeTo: string;
    readonly parts: string;
    /** Headings over links to other hosts. */
    readonly outbound: readonly string[];
    /** What may stand before a link to another host. */
    readonly outboundNotes: readonly string[];
  };
}
