import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { words } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import type { Column } from '../printed-table.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

/** Terms that are printed; --json has all. */
const MOST_TERMS = 40;

const columns: readonly Column[] = [
  { head: 'term', share: 1 },
  { head: 'as it is compared', share: 1 },
  { head: 'weight', isNumber: true },
];

export const topicsShowVerb = verb({
  name: 'topics show',
  summary: 'what a topic looks for: its terms as they are compared, their weights, its target documents',
  options: z.strictObject({
    topic: flag(words.text, {
      value: 'TOPIC',
      positional: true,
      description: 'a topic file, or the name of one that comes along',
    }),
    json: commonOptions.json,
  }),
  examples: ['forager topics show courses', 'forager topics show data/topics/courses.yaml --json'],
  async run({ topic: named, json }) {
    const { compileTopic } = await import('../../topics/compile-topic.ts');
    const { topicNamed } = await import('../../topics/named-topic.ts');
    const { writeToStdout } = await import('../../export/write.ts');
    const { printedTable } = await import('../printed-table.ts');
    const definition = topicNamed(named);
    const { weights, terms } = compileTopic(definition);
    if (json) {
      await writeToStdout([`${JSON.stringify({ ...definition, weights: Object.fromEntries(weights) })}\n`]);
      return ExitCode.done;
    }
    const { name, languages, keywords, targets } = definition;
    const heaviest = [...keywords].sort((a, b) => b.weight - a.weight).slice(0, MOST_TERMS);
    const rows = heaviest.map(({ term, weight }) => {
      const stems = terms(term);
      return [term, (stems.length > 1 ? stems.at(-1) : stems[0]) ?? '(says nothing)', Number(weight.toFixed(3))];
    });
    const more =
      keywords.length > MOST_TERMS ? `and ${(keywords.length - MOST_TERMS).toLocaleString('en')} more\n` : '';
    const relevance = targets.relevance === undefined ? '' : `, pages of relevance ${targets.relevance} and more`;
    const read = targets.read ? ', PDF documents are read' : '';
    await writeToStdout([
      `topic ${name}: ${languages.join(', ')}; target documents: ${targets.types.join(', ') || 'none'}${relevance}${read}\n`,
      `${printedTable(columns, rows)}\n${more}`,
    ]);
    return ExitCode.done;
  },
});
