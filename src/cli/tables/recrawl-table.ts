import type { PlannedVisit } from '../../recrawl/plan-run.ts';
import type { RecrawlSummary } from '../../recrawl/recrawl-summary.ts';
import { printedTable } from './printed-table.ts';

/** Returns the final table of a recrawl run: main figures first, then the others in lines. */
export function recrawlTable(summary: RecrawlSummary): string {
  const { recrawlRun, rule, stopped, seconds, pages, revisits, stillAway, putOff, sessionEnded } = summary;
  const fresh = freshShare(summary);
  const rows: (readonly [string, string])[] = [
    ['revisited', revisits < pages ? `${written(revisits)} of ${written(pages)}` : written(revisits)],
    ['changed', written(summary.changed)],
    ['new', written(summary.newPages)],
    ['gone', written(summary.gone - stillAway.gone)],
    ['failed', written(summary.unreachable)],
    ...(fresh === undefined ? [] : ([['stored copies still current', percent(fresh)]] as const)),
  ];
  return [
    `run ${recrawlRun}: ${stopped}, ${seconds.toFixed(0)} s`,
    printedTable([{ head: 'pages' }, { head: 'how many', isNumber: true }], rows),
    ...lineOf('also', [
      ['moved', summary.moved - stillAway.moved],
      ['back again', summary.back],
      ['still gone or moved', stillAway.gone + stillAway.moved],
      ['not trusted', summary.doubted],
      ['not modified (HTTP 304)', summary.notModified],
    ]),
    ...lineOf('links', [
      ['new', summary.newLinks],
      ['removed', summary.removedLinks],
      ['back again', summary.returnedLinks],
    ]),
    `rule ${rule}: ${ruleText(summary)}`,
    ...(putOff.length > 0 ? [`hosts that did not answer: ${putOff.join(', ')}`] : []),
    ...(sessionEnded.length > 0 ? [`sites whose session ended: ${sessionEnded.join(', ')}`] : []),
  ].join('\n');
}

/** Returns the share of answering pages whose stored copy was current; undefined if no page answered. */
function freshShare({ revisits, unchanged, unreachable, doubted, stillAway }: RecrawlSummary): number | undefined {
  const answered = revisits - unreachable - doubted;
  return answered === 0 ? undefined : (unchanged + stillAway.gone + stillAway.moved) / answered;
}

/** Describes the figures that measure a revisit rule. */
function ruleText({ harvest, stillTrue }: RecrawlSummary): string {
  const quality = stillTrue === null ? [] : [`estimated share of stored text still current ${percent(stillTrue)}`];
  return [`information gained ${harvest.toFixed(1)} nats`, ...quality].join(', ');
}

/** Returns one line of nonzero counts; no line if all are zero. */
function lineOf(name: string, things: readonly (readonly [string, number])[]): string[] {
  const some = things.filter(([, count]) => count > 0).map(([what, count]) => `${written(count)} ${what}`);
  return some.length === 0 ? [] : [`${name}: ${some.join(', ')}`];
}

const written = (count: number): string => count.toLocaleString('en');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Returns a table of the visits that a recrawl run would make. */
export const planTable = (visits: readonly PlannedVisit[]): string =>
  printedTable(
    [
      { head: '#', isNumber: true },
      { head: 'page', isUnbroken: true },
      { head: 'value', isNumber: true },
      { head: 'last visit' },
      { head: 'revisits', isNumber: true },
      { head: 'changes', isNumber: true },
    ],
    visits.map(({ place, url, worth, lastChecked, revisits, changes }) => [
      place,
      url,
      worth === null ? 'was gone' : worth.toFixed(4),
      lastChecked,
      revisits,
      changes,
    ]),
  );
