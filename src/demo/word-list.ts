/** Splits a literal of phrases that are parted by commas and may run over several lines. */
export function wordList(phrases: string): readonly string[] {
  return phrases.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '));
}
