import type { FrontierQueries } from '../queries.ts';
import { keptNowhere, reading } from './statements.ts';

/** A crawl in memory is never checked again. */
export function historyTables(): Pick<
  FrontierQueries,
  'versions' | 'textDifferences' | 'linkHistory' | 'changingBlocks'
> {
  return {
    versions: {
      last: reading(() => []),
      insert: keptNowhere(),
      seen: keptNowhere(),
      text: reading(() => []),
      putText: keptNowhere(),
      removeText: keptNowhere(),
    },
    textDifferences: { insert: keptNowhere() },
    linkHistory: {
      setRemoved: { internal: keptNowhere(), external: keptNowhere(), bad: keptNowhere() },
      addEvent: keptNowhere(),
      addSighting: keptNowhere(),
    },
    changingBlocks: { ofTemplate: reading(() => []), add: keptNowhere() },
  };
}
