import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { fieldsOf } from './lines.ts';

/** Judgements by topic and document: at least 1 relevant, the more the more; 0 not relevant; negative: not judged. */
export type Qrels = Map<string, Map<string, number>>;

const line = z.tuple([
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
 * @param name how errors call the file
 * @throws BadInput naming the line that is wrong
 */
export function readQrels(text: string, name: string): Qrels {
  const qrels: Qrels = new Map();
  for (const { line: number, fields } of fieldsOf(text)) {
    const parsed = line.safeParse(fields);
    if (!parsed.success)
      throw new BadInput(
        `${name}: line ${number}: ${JSON.stringify(fields.join(' ').slice(0, 80))} is no judgement: write topic, 0, document and a whole number, such as "course 0 http://uni.test/ 1"`,
      );
    const [topic, , document, judgement] = parsed.data;
    const judged = qrels.get(topic) ?? new Map<string, number>();
    qrels.set(topic, judged);
    if (judged.has(document)) throw new BadInput(`${name}: line ${number}: ${document} is judged before for ${topic}`);
    judged.set(document, judgement);
  }
  return qrels;
}

/** A line for each judgement. */
export function* writeQrels(qrels: Qrels): Generator<string> {
  for (const [topic, judged] of qrels)
    for (const [document, judgement] of judged) yield `${topic} 0 ${document} ${judgement}\n`;
}
