import type { NightSummary } from '../../recrawl/night-summary.ts';
import type { PlannedVisit } from '../../recrawl/plan-night.ts';
import { printedTable } from './printed-table.ts';

/** What a night ends with. */
export function nightTable(summary: NightSummary): string {
  const { checkTime, putOff, sessionEnded, stillTrue } = summary;
  const rows: (readonly [string, string | number])[] = [
    ['checks', summary.checks],
    ['  unchanged', told(summary.unchanged, summary.notModified, 'told by the server')],
    ['  changed', summary.changed],
    ['  gone', summary.gone],
    ['  come back', summary.back],
    ['  moved', summary.moved],
    ['  unreachable', summary.unreachable],
    ['  doubted', summary.doubted],
    ['new pages', summary.newPages],
    ['new links', summary.newLinks],
    ['links removed', summary.removedLinks],
    ['links come back', summary.returnedLinks],
    ['harvest, nats', summary.harvest.toFixed(1)],
    ['Q still true of what was stored', stillTrue === null ? '–' : `${(100 * stillTrue).toFixed(1)} %`],
  ];
  const lines = rows.map(([name, value]) => [name, value.toLocaleString('en')]);
  const time = `a check takes ${checkTime.perPage.toFixed(0)} ms and ${(1000 * checkTime.perCharacter).toFixed(1)} ms for each 1,000 characters, by ${checkTime.pages.toLocaleString('en')} pages`;
  return [
    `night ${summary.night}, rule ${summary.rule}: ${summary.stopped}, ${summary.seconds.toFixed(0)} s`,
    printedTable([{ head: 'what' }, { head: 'how many', isNumber: true }], lines),
    ...(checkTime.pages > 0 ? [time] : []),
    ...(putOff.length > 0 ? [`hosts that did not answer: ${putOff.join(', ')}`] : []),
    ...(sessionEnded.length > 0 ? [`sites that asked to log in: ${sessionEnded.join(', ')}`] : []),
  ].join('\n');
}

const told = (count: number, part: number, how: string): string =>
  part === 0 ? count.toLocaleString('en') : `${count.toLocaleString('en')} (${part.toLocaleString('en')} ${how})`;

/** What a night would visit. */
export const planTable = (visits: readonly PlannedVisit[]): string =>
  printedTable(
    [
      { head: '#', isNumber: true },
      { head: 'page', share: 1 },
      { head: 'worth', isNumber: true },
      { head: 'last checked' },
      { head: 'checks', isNumber: true },
      { head: 'changes', isNumber: true },
    ],
    visits.map(({ place, url, worth, lastChecked, checks, changes }) => [
      place,
      url,
      worth === null ? 'was gone' : worth.toFixed(4),
      lastChecked,
      checks,
      changes,
    ]),
  );
