import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { fieldsOf } from './lines.ts';

interface ScoredDocument {
  readonly document: string;
  /** The larger the better. */
  readonly score: number;
}

/** What a system found for each topic. */
export interface Run {
  /** Its name, as its last line says; empty where it has no line. */
  readonly tag: string;
  readonly topics: ReadonlyMap<string, readonly ScoredDocument[]>;
}

const number = z
  .string()
  .regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i)
  .transform(Number);
const line = z.tuple([z.string(), z.string(), z.string(), z.string(), number, z.string()]).rest(z.string());

/**
 * Reads a run in trec_eval's format: `topic Q0 document rank score tag` a line; Q0 and the rank say nothing.
 *
 * @param name how errors call the file
 * @throws BadInput naming the line that is wrong
 */
export function readRun(text: string, name: string): Run {
  const topics = new Map<string, ScoredDocument[]>();
  const seen = new Set<string>();
  let tag = '';
  for (const { line: place, fields } of fieldsOf(text)) {
    const parsed = line.safeParse(fields);
    if (!parsed.success)
      throw new BadInput(
        `${name}: line ${place}: ${JSON.stringify(fields.join(' ').slice(0, 80))} is no result: write topic, Q0, document, rank, score and the run's name, such as "course Q0 http://uni.test/ 1 0.93 hits"`,
      );
    const [topic, , document, , score] = parsed.data;
    tag = parsed.data[5];
    if (seen.has(`${topic} ${document}`))
      throw new BadInput(`${name}: line ${place}: ${document} was found before for ${topic}`);
    seen.add(`${topic} ${document}`);
    const found = topics.get(topic);
    if (found) found.push({ document, score });
    else topics.set(topic, [{ document, score }]);
  }
  return { tag, topics };
}

/** A line for each document, with its rank by its score. */
export function* writeRun({ tag, topics }: Run): Generator<string> {
  for (const [topic, documents] of topics) {
    const ranked = [...documents].sort(compareScored);
    for (const [place, { document, score }] of ranked.entries())
      yield `${topic} Q0 ${document} ${place + 1} ${score} ${tag}\n`;
  }
}

/** By score, the largest first, and of equal ones that with the larger name, as trec_eval has them. */
export const compareScored = (a: ScoredDocument, b: ScoredDocument): number =>
  b.score - a.score || compareBytes(b.document, a.document);

export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
