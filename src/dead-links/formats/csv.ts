import { cell } from '../../export/csv.ts';
import { isoTime } from '../../export/table.ts';
import type { DeadLinksFormat } from './format.ts';

const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

export const csv: DeadLinksFormat = {
  name: 'csv',
  ending: '.csv',
  summary: 'a row for each page that has a link',
  *text(links) {
    yield line(['url', 'state', 'httpStatus', 'reason', 'movedTo', 'since', 'checked', 'page', 'site', 'anchor']);
    for (const { url, state, httpStatus, reason, movedTo, since, checkedAt, pages } of links)
      for (const { url: page, site, anchor } of pages)
        yield line([url, state, httpStatus, reason, movedTo, isoTime(since), isoTime(checkedAt), page, site, anchor]);
  },
};
