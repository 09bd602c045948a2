/** Splits a literal of phrases, which are separated by commas and may span several lines. */
export function wordList(phrases: string): readonly string[] {
  return phrases.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
}
