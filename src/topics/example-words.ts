import { Parser } from 'htmlparser2';
import { silentElements } from '../domain/page.ts';
import type { TopicDefinition } from '../domain/topic.ts';
import { stemReader } from './words.ts';

/** Words that all examples together add to a topic. */
const MOST_WORDS = 30;
/** Weight of the word that says most, beside keywords of weight 1 (Rocchio 1971, "Relevance feedback in information retrieval"). */
const BEST = 0.75;

interface Example {
  readonly path: string;
  /** HTML, or plain text. */
  readonly text: string;
}

/**
 * The words that a topic's example pages say most: those of the largest mean of 1 + ln(count) over the examples, words
 * that only one of several has left out.
 */
export function exampleKeywords(
  examples: readonly Example[],
  languages: readonly string[],
): TopicDefinition['keywords'] {
  const reader = stemReader(languages);
  const sums = new Map<string, { sum: number; examples: number; readonly word: string }>();
  for (const { path, text } of examples) {
    const counts = new Map<string, { count: number; readonly word: string }>();
    for (const { stem, word } of reader.words(/\.html?$/i.test(path) ? visibleText(text) : text)) {
      const known = counts.get(stem);
      if (known) known.count++;
      else counts.set(stem, { count: 1, word });
    }
    for (const [stem, { count, word }] of counts) {
      const known = sums.get(stem) ?? { sum: 0, examples: 0, word };
      known.sum += 1 + Math.log(count);
      known.examples++;
      sums.set(stem, known);
    }
  }
  const common = [...sums.values()].filter((one) => one.examples >= Math.min(2, examples.length));
  const best = common.sort((a, b) => b.sum - a.sum || (a.word < b.word ? -1 : 1)).slice(0, MOST_WORDS);
  const [{ sum: most } = { sum: 1 }] = best;
  return best.map(({ word, sum }) => ({ term: word, weight: (BEST * sum) / most }));
}

function visibleText(html: string): string {
  const parts: string[] = [];
  let hidden = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (silentElements.includes(name)) hidden++;
      parts.push(' ');
    },
    ontext: (text) => {
      if (hidden === 0) parts.push(text);
    },
    onclosetag: (name) => {
      if (silentElements.includes(name)) hidden--;
    },
  });
  parser.end(html);
  return parts.join('');
}
