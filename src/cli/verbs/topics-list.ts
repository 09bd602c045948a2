import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import type { Column } from '../printed-table.ts';
import { commonOptions } from '../shared-options.ts';
import { verb } from '../verb.ts';

const columns: readonly Column[] = [
  { head: 'topic' },
  { head: 'languages' },
  { head: 'terms', isNumber: true },
  { head: 'target documents' },
  { head: 'file', share: 1 },
];

export const topicsListVerb = verb({
  name: 'topics list',
  summary: 'the topics that come along',
  options: z.strictObject({ json: commonOptions.json }),
  examples: ['forager topics list', 'forager topics list --json'],
  async run({ json }) {
    const { jsonArray } = await import('../../export/jsonl.ts');
    const { writeToStdout } = await import('../../export/write.ts');
    const { shippedTopics } = await import('../../topics/named-topic.ts');
    const { readTopicFile } = await import('../../topics/topic-file.ts');
    const { printedTable } = await import('../printed-table.ts');
    const topics = shippedTopics().map((file) => ({ file, ...readTopicFile(file) }));
    const rows = topics.map(({ name, languages, keywords, targets, file }) => [
      ...[name, languages.join(', '), keywords.length, targets.types.join(', ') || 'none', file],
    ]);
    await writeToStdout(json ? jsonArray(topics) : [`${printedTable(columns, rows)}\n`]);
    return ExitCode.done;
  },
});
