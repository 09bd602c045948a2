import type { DebugLink, DebugReport, Diagnosis } from '../../capture/browser/debug/debug-page.ts';
import type { LoadEvent } from '../../capture/diagnosis/load-record.ts';
import { isSafe } from '../../domain/link.ts';
import { printable } from '../printable.ts';
import { type Column, printedTable } from './printed-table.ts';

const columnsOfLinks: readonly Column[] = [
  { head: '#', isNumber: true },
  { head: 'kind' },
  { head: 'element' },
  { head: 'frame', isUnbroken: true },
  { head: 'technique' },
  { head: 'anchor' },
  { head: 'address', isUnbroken: true },
];

/** Maximum number of lines of the timeline. */
const MOST_EVENTS = 30;

/**
 * Describes a page for people: the reason for missing links, load errors, links, and results of each technique.
 * @param columns width of the terminal; undefined without a terminal
 */
export function debugReport(read: DebugReport | Error, diagnosis: Diagnosis, columns: number | undefined): string {
  const { why, timeline, plainLinks } = diagnosis;
  const rendered = read instanceof Error ? undefined : read.links.filter(leads).length;
  const comparison = `links without a browser: ${plainLinks ?? 'not loaded'}; in the browser: ${rendered ?? 'not loaded'}`;
  return [
    ...(why === null ? [] : [printable(why)]),
    ...(read instanceof Error ? [] : headOf(read)),
    ...timelineOf(timeline),
    comparison,
    ...(read instanceof Error ? [] : linesOf(read, columns)),
  ].join('\n');
}

const leads = ({ kind }: DebugLink): boolean => kind === 'internal' || kind === 'external';

function headOf({ url, landed, leavesSite, httpStatus, title, limits }: DebugReport): string[] {
  return [
    `${printable(landed)} (HTTP ${httpStatus}): ${printable(title) || 'no title'}`,
    ...(landed === url ? [] : [`redirected from: ${printable(url)}`]),
    ...(leavesSite ? ['outside the site: a crawl lists this address as a link, but does not visit it'] : []),
    ...(limits.length === 0 ? [] : [`limits reached: ${limits.join(', ')}`]),
  ];
}

/** Returns load errors, one per line, and the number of further ones. */
function timelineOf(events: readonly LoadEvent[]): string[] {
  const shown = events.length > MOST_EVENTS ? events.slice(0, MOST_EVENTS - 1) : events;
  const more = events.length - shown.length;
  return [...shown.map(eventLine), ...(more > 0 ? [`… and ${more} more`] : [])];
}

function eventLine({ at, kind, text, url, line, method }: LoadEvent): string {
  const place =
    url === '' ? '' : ` (${method === undefined ? '' : `${method} `}${url}${line === undefined ? '' : `:${line}`})`;
  return `${String(at).padStart(6)} ms  ${kind}: ${printable(`${text}${place}`)}`;
}

function linesOf(report: DebugReport, columns: number | undefined): string[] {
  const { landed, links, techniques, drawn, foundByActs } = report;
  const kinds = ['internal', 'external', 'bad'] as const;
  const count = (kind: DebugLink['kind']) => links.filter((link) => link.kind === kind).length;
  return [
    ...(links.length === 0 ? [] : [linkTable(links, new URL(landed).origin, columns)]),
    `links: ${kinds.map((kind) => `${count(kind)} ${kind}`).join(', ')}; resources: ${count('resource')}`,
    `shown in the picture: ${sum(drawn, 'outlined')}; hidden: ${sum(drawn, 'hidden')}; found only after clicking: ${foundByActs}`,
    ...techniques.map(({ name, links, milliseconds }) => `technique ${name}: ${links} links in ${milliseconds} ms`),
  ];
}

const sum = (drawn: DebugReport['drawn'], of: 'outlined' | 'hidden'): number =>
  Object.values(drawn).reduce((all, counts) => all + counts[of], 0);

/** Returns the kind of a link, with a detail such as its reason, method or role. */
function kindOf({ kind, role, method, reason }: DebugLink): string {
  const detail = reason ?? (isSafe(method) ? (role === 'link' ? undefined : role) : method);
  return detail === undefined ? kind : `${kind} (${detail})`;
}

/** Returns a table of links. On a terminal, addresses on the page's own server begin with their path, to save room. */
function linkTable(links: readonly DebugLink[], origin: string, columns: number | undefined): string {
  const short = (address: string) =>
    columns !== undefined && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return printedTable(
    columnsOfLinks,
    links.map((link, index) => [
      ...[index + 1, kindOf(link), link.element, short(link.frame)],
      ...[link.technique, link.anchor, short(link.url ?? link.raw)],
    ]),
    columns,
  );
}
