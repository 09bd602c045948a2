import type { TermShare, Topic, TopicDefinition } from '../domain/topic.ts';
import { documentTypes } from '../url/file-types.ts';
import { stemReader, WordReader } from './words.ts';

/** A stem or a phrase, with its weight in the topic. */
interface Term {
  readonly text: string;
  /** Weight in the topic; undefined if the topic does not have the term. */
  readonly weight: number | undefined;
  /** Phrases that begin with this stem, by their second word, longest first. */
  readonly begins: ReadonlyMap<string, readonly Phrase[]> | undefined;
  /** Occurrences in the text under judgment; 0 between texts. */
  count: number;
}

interface Phrase {
  readonly words: readonly string[];
  readonly term: Term;
}

/**
 * Prepares a topic for judging texts. The relevance of a text p to the topic q is their similarity (Ma 2010, §1):
 *
 *     sim(q, p) = (sum over k in q and p of W_kq W_kp) / sqrt((sum over k in p of W_kp^2) (sum over k in q of W_kq^2))
 *
 * where W_kq is the weight of term k in the topic, and W_kp is 1 + ln(number of occurrences in the text), so that a
 * page's relevance does not depend on pages read before. A phrase counts in addition to its words.
 */
export function compileTopic(definition: TopicDefinition): Topic {
  const stems = stemReader(definition.languages);
  const weights = new Map<string, number>();
  const phrases = new Map<string, readonly string[]>();
  for (const { term, weight } of definition.keywords) {
    const words = stems.read(term);
    if (words.length === 0) continue;
    const key = words.join(' ');
    weights.set(key, Math.max(weight, weights.get(key) ?? 0));
    if (words.length > 1) phrases.set(key, words);
  }
  const begins = phrasesByBegin(phrases, weights);
  const reader = new WordReader(
    definition.languages,
    (text): Term => ({ text, weight: weights.get(text), begins: begins.get(text), count: 0 }),
  );
  const norm = Math.hypot(...weights.values());
  const targets = documentTypes(definition.targets.types);

  const read = (text: string): readonly Term[] => {
    const words = reader.read(text);
    /** Phrases by the index of their last word; undefined if there are none. */
    let ending: Map<number, Term[]> | undefined;
    for (let at = 0; at + 1 < words.length; at++) {
      const some = words[at]?.begins?.get(words[at + 1]?.text ?? '');
      if (some === undefined) continue;
      for (const phrase of some) {
        if (!phrase.words.every((one, place) => words[at + place]?.text === one)) continue;
        ending ??= new Map();
        const last = at + phrase.words.length - 1;
        ending.set(last, [...(ending.get(last) ?? []), phrase.term]);
      }
    }
    if (!ending) return words;
    const said: Term[] = [];
    let at = 0;
    for (const word of words) {
      said.push(word);
      const ended = ending.get(at++);
      if (ended) said.push(...ended);
    }
    return said;
  };

  /** Calls `tell` with W_kq W_kp for each term of the topic in a text. Returns the root of the sum of W_kp^2. */
  const judge = (text: readonly string[], tell: (term: string, count: number, product: number) => void): number => {
    const distinct: Term[] = [];
    for (const term of read(text.join('\n'))) if (term.count++ === 0) distinct.push(term);
    let squares = 0;
    for (const term of distinct) {
      const own = 1 + Math.log(term.count);
      squares += own ** 2;
      if (term.weight !== undefined) tell(term.text, term.count, term.weight * own);
      term.count = 0;
    }
    return Math.sqrt(squares);
  };

  return {
    definition,
    weights,
    terms: (text) => read(text).map((term) => term.text),
    relevance(text) {
      let sum = 0;
      const length = judge(text, (_term, _count, product) => {
        sum += product;
      });
      // Rounding errors may exceed 1.
      return sum === 0 ? 0 : Math.min(1, sum / (length * norm));
    },
    explain(text) {
      const found: { term: string; count: number; product: number }[] = [];
      const length = judge(text, (term, count, product) => found.push({ term, count, product }));
      const shares = found.map(({ product, ...one }): TermShare => ({ ...one, share: product / (length * norm) }));
      return shares.sort((a, b) => b.share - a.share || (a.term < b.term ? -1 : 1));
    },
    isTarget: targets.isDocument,
    isTargetType: targets.isType,
  };
}

/** Groups phrases by first and second word, longest first. */
function phrasesByBegin(
  phrases: ReadonlyMap<string, readonly string[]>,
  weights: ReadonlyMap<string, number>,
): ReadonlyMap<string, ReadonlyMap<string, readonly Phrase[]>> {
  const begins = new Map<string, Map<string, Phrase[]>>();
  for (const [text, words] of phrases) {
    const [first = '', second = ''] = words;
    const alike = begins.get(first) ?? new Map<string, Phrase[]>();
    const term = { text, weight: weights.get(text), begins: undefined, count: 0 };
    alike.set(second, [...(alike.get(second) ?? []), { words, term }]);
    begins.set(first, alike);
  }
  for (const alike of begins.values())
    for (const some of alike.values()) some.sort((a, b) => b.words.length - a.words.length);
  return begins;
}
