import type { TermShare, Topic, TopicDefinition } from '../domain/topic.ts';
import { documentTypes } from '../url/document-types.ts';
import { WordReader } from './words.ts';

const NONE: readonly string[] = [];

interface Phrase {
  /** Their stems. */
  readonly words: readonly string[];
  readonly term: string;
}

/**
 * Makes a topic ready to judge texts. A text p is as relevant as it is near to the topic q (Ma 2010, §1):
 *
 *     sim(q, p) = (sum over k in q and p of W_kq W_kp) / sqrt((sum over k in p of W_kp^2) (sum over k in q of W_kq^2))
 *
 * where W_kq is the weight of term k in the topic, and W_kp is 1 + ln(how often it stands in the text), so that the same
 * page is judged alike whatever was read before. A term of several words counts beside its words.
 */
export function compileTopic(definition: TopicDefinition): Topic {
  const reader = new WordReader(definition.languages);
  const weights = new Map<string, number>();
  /** Stems of terms of several words, by their first one and their second, the longest first. */
  const phrases = new Map<string, Map<string, Phrase[]>>();
  for (const { term, weight } of definition.keywords) {
    const stems = reader.read(term);
    const [first, second] = stems;
    if (first === undefined) continue;
    const key = stems.join(' ');
    if (second !== undefined && !weights.has(key)) {
      const begun = phrases.get(first) ?? new Map<string, Phrase[]>();
      begun.set(second, [...(begun.get(second) ?? []), { words: stems, term: key }]);
      phrases.set(first, begun);
    }
    weights.set(key, Math.max(weight, weights.get(key) ?? 0));
  }
  for (const begun of phrases.values())
    for (const some of begun.values()) some.sort((a, b) => b.words.length - a.words.length);
  const norm = Math.hypot(...weights.values());
  const targets = documentTypes(definition.targets.types);

  const terms = (text: string): string[] => {
    const stems = reader.read(text);
    if (phrases.size === 0) return stems;
    let ending: Map<number, string[]> | undefined;
    for (let at = 0; at < stems.length - 1; at++) {
      const some = phrases.get(stems[at] ?? '')?.get(stems[at + 1] ?? '');
      if (!some) continue;
      for (const { words, term } of some) {
        if (!words.every((word, place) => stems[at + place] === word)) continue;
        ending ??= new Map();
        const last = at + words.length - 1;
        ending.set(last, [...(ending.get(last) ?? []), term]);
      }
    }
    if (!ending) return stems;
    const said: string[] = [];
    for (const [at, stem] of stems.entries()) said.push(stem, ...(ending.get(at) ?? NONE));
    return said;
  };

  /** Tells of each of the topic's terms in a text: W_kq W_kp. Returns the length of the text, the root of the sum of W_kp^2. */
  const judge = (text: readonly string[], tell: (term: string, count: number, product: number) => void): number => {
    const counts = new Map<string, number>();
    for (const term of terms(text.join('\n'))) counts.set(term, (counts.get(term) ?? 0) + 1);
    let squares = 0;
    for (const [term, count] of counts) {
      const own = 1 + Math.log(count);
      squares += own ** 2;
      const weight = weights.get(term);
      if (weight !== undefined) tell(term, count, weight * own);
    }
    return Math.sqrt(squares);
  };

  return {
    definition,
    weights,
    terms,
    relevance(text) {
      let sum = 0;
      const length = judge(text, (_term, _count, product) => {
        sum += product;
      });
      // Rounding may reach across 1.
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
