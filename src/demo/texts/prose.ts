import type { Random } from '../../domain/random.ts';
import type { Lexicon } from './lexicon.ts';

/** Returns a paragraph of sentences with about 15 words each, and a capital letter at their beginning. */
export function prose(random: Random, lexicon: Lexicon, subjects: readonly string[], sentences: number): string {
  return Array.from({ length: sentences }, () => {
    const sentence = lexicon.sentence(random, random.pick(subjects));
    return sentence.charAt(0).toUpperCase() + sentence.slice(1);
  }).join(' ');
}
