import type { Random } from '../../domain/random.ts';

/** Words of a language for the prose and headings of a portal. */
export interface Lexicon {
  readonly language: 'en' | 'ru';
  /** Given and family names of people. */
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  /** Parts of sentences, each in the form that fits the others; see {@link Lexicon.sentence}. */
  readonly openers: readonly string[];
  readonly adjectives: readonly string[];
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
  readonly objects: readonly string[];
  readonly places: readonly string[];
  /** Makes one sentence; `subject` is the page's topic, in the grammatical form that the language needs. */
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
    /** Notes that may precede a link to another host. */
    readonly outboundNotes: readonly string[];
  };
}
