import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';

/** Splits the lines of a file in one of trec_eval's formats into fields; ignores blank lines and # comments. */
function* fieldsOf(text: string): Generator<{ readonly line: number; readonly fields: readonly string[] }> {
  for (const [index, written] of text.split(/\r\n|\r|\n/).entries()) {
    const content = written.trim();
    if (content !== '' && !content.startsWith('#')) yield { line: index + 1, fields: content.split(/[ \t]+/) };
  }
}

/** Judgements by topic and document: at least 1 relevant, higher is better; 0 not relevant; negative: not judged. */
export type Qrels = Map<string, Map<string, number>>;

const judgementLine = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
]);

/**
 * Reads judgements in trec_eval's format: `topic 0 document judgement` a line.
 *
 * @param name name of the file in errors
 * @throws BadInput naming the line that is wrong
 */
export function readQrels(text: string, name: string): Qrels {
  const qrels: Qrels = new Map();
  for (const { line: number, fields } of fieldsOf(text)) {
    const parsed = judgementLine.safeParse(fields);
    if (!parsed.success)
      throw new BadInput(
        `${name}: line ${number}: ${JSON.stringify(fields.join(' ').slice(0, 80))} is not a judgement (topic, 0, document, whole number), such as "course 0 http://uni.test/ 1"`,
      );
    const [topic, , document, judgement] = parsed.data;
    const judged = qrels.get(topic) ?? new Map<string, number>();
    qrels.set(topic, judged);
    if (judged.has(document))
      throw new BadInput(`${name}: line ${number}: ${document} was already judged for ${topic}`);
    judged.set(document, judgement);
  }
  return qrels;
}

/** Yields a line for each judgement. */
export function* writeQrels(qrels: Qrels): Generator<string> {
  for (const [topic, judged] of qrels)
    for (const [document, judgement] of judged) yield `${topic} 0 ${document} ${judgement}\n`;
}

interface ScoredDocument {
  readonly document: string;
  /** Score of the document; higher is better. */
  readonly score: number;
}

/** Results of a system for each topic. */
export interface Run {
  /** Name of the run, from the last line; empty if there are no lines. */
  readonly tag: string;
  readonly topics: ReadonlyMap<string, readonly ScoredDocument[]>;
}

const number = z
  .string()
  .regex(/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i)
  .transform(Number);
const runLine = z.tuple([z.string(), z.string(), z.string(), z.string(), number, z.string()]).rest(z.string());

/**
 * Reads a run in trec_eval's format: `topic Q0 document rank score tag` a line; ignores Q0 and the rank.
 *
 * @param name name of the file in errors
 * @throws BadInput naming the line that is wrong
 */
export function readRun(text: string, name: string): Run {
  const topics = new Map<string, ScoredDocument[]>();
  const seen = new Set<string>();
  let tag = '';
  for (const { line: place, fields } of fieldsOf(text)) {
    const parsed = runLine.safeParse(fields);
    if (!parsed.success)
      throw new BadInput(
        `${name}: line ${place}: ${JSON.stringify(fields.join(' ').slice(0, 80))} is not a result (topic, Q0, document, rank, score, run name), such as "course Q0 http://uni.test/ 1 0.93 hits"`,
      );
    const [topic, , document, , score] = parsed.data;
    tag = parsed.data[5];
    if (seen.has(`${topic} ${document}`))
      throw new BadInput(`${name}: line ${place}: ${document} was already listed for ${topic}`);
    seen.add(`${topic} ${document}`);
    const found = topics.get(topic);
    if (found) found.push({ document, score });
    else topics.set(topic, [{ document, score }]);
  }
  return { tag, topics };
}

/** Yields a line for each document, with the rank by score. */
export function* writeRun({ tag, topics }: Run): Generator<string> {
  for (const [topic, documents] of topics) {
    const ranked = [...documents].sort(compareScored);
    for (const [place, { document, score }] of ranked.entries())
      yield `${topic} Q0 ${document} ${place + 1} ${score} ${tag}\n`;
  }
}

/** Compares by score, largest first, and equal scores by name, larger first, as in trec_eval. */
export const compareScored = (a: ScoredDocument, b: ScoredDocument): number =>
  b.score - a.score || compareBytes(b.document, a.document);

export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
