import { csvLine } from '../../export/csv.ts';
import { isoTime } from '../../export/table.ts';
import type { DeadLinksFormat } from './format.ts';

export const csv: DeadLinksFormat = {
  name: 'csv',
  ending: '.csv',
  summary: 'a row for each page that has a link',
  *text(links) {
    yield csvLine(['url', 'state', 'httpStatus', 'reason', 'movedTo', 'since', 'checked', 'page', 'site', 'anchor']);
    for (const { url, state, httpStatus, reason, movedTo, since, checkedAt, pages } of links) {
      const own = [url, state, httpStatus, reason, movedTo, isoTime(since), isoTime(checkedAt)];
      for (const { url: page, site, anchor } of pages) yield csvLine([...own, page, site, anchor]);
    }
  },
};
