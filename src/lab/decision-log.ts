import { csvLine } from '../export/csv.ts';
import { becauseText } from '../link-orders/link-order.ts';
import { type ReplayedVisit, type ReplayOptions, replay } from './replay.ts';
import type { NamedStrategy } from './tasks.ts';
import type { World } from './world.ts';

const COLUMNS = [
  'strategy',
  'n',
  'site',
  'url',
  'level',
  'tier',
  'lane',
  'rank',
  'siteVisits',
  'siteReward',
  'ready',
  'score',
  'nextSite',
  'nextScore',
  'expected',
  'because',
  'outcome',
  'reward',
  'total',
] as const;

/**
 * Yields a replay's decisions as CSV, one line per visit in order of completion. All strategies have the same columns,
 * for comparing logs line by line. Infinite scores are `Infinity`.
 */
export async function* decisionLog(
  world: World,
  strategies: readonly NamedStrategy[],
  options: Omit<ReplayOptions, 'onVisit'>,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for (const { name, choice } of strategies) {
    const lines: string[] = [];
    let total = 0;
    const onVisit = ({ site, claim, completed, expectation, next }: ReplayedVisit) => {
      total += completed.reward;
      const { url, level, rank, siteVisits, siteReward, decision } = claim;
      const row = [
        ...[name, lines.length + 1, site.shortName, url, level, rank.tier, rank.lane, rank.value],
        ...[siteVisits, siteReward, decision.ready, decision.score, next?.shortName ?? '', decision.next?.score ?? ''],
        ...[expectation?.worth ?? '', expectation ? becauseText(expectation) : ''],
        ...[completed.outcome, completed.reward, total],
      ];
      lines.push(csvLine(row));
    };
    await replay(world, choice, { ...options, onVisit });
    yield* lines;
  }
}
