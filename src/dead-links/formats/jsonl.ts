import { isoTime } from '../../export/table.ts';
import type { DeadLinksFormat } from './format.ts';

export const jsonl: DeadLinksFormat = {
  name: 'jsonl',
  ending: '.jsonl',
  summary: 'a JSON object for each link, with its pages',
  *text(links) {
    for (const { since, checkedAt, pages, ...link } of links)
      yield `${JSON.stringify({ ...link, since: isoTime(since), checked: isoTime(checkedAt), pages })}\n`;
  },
};
