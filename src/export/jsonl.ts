import { linkOutput } from './columns.ts';
import type { TextFormat } from './format.ts';

/** One JSON object a line. */
export const jsonl: TextFormat = {
  name: 'jsonl',
  *text(links) {
    for (const link of links) yield `${JSON.stringify(linkOutput(link))}\n`;
  },
};

/** One JSON document: an array with one object a line. */
export function* jsonArray(objects: Iterable<object>): Generator<string> {
  yield '[';
  let separator = '\n';
  for (const object of objects) {
    yield separator + JSON.stringify(object);
    separator = ',\n';
  }
  yield '\n]\n';
}
