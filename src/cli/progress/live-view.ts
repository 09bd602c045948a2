import type { CrawlProgress } from '../../crawl/start-run.ts';
import { printable } from '../printable.ts';

/** Progress and speed of a crawl. Times are in milliseconds. */
export interface LiveProgress extends CrawlProgress {
  readonly pageLimit: number | undefined;
  /** Estimated time until a limit is reached; undefined if unknown. */
  readonly left: number | undefined;
  /** Pages per second, recently and since this run began. */
  readonly rate: { readonly recent: number; readonly overall: number };
  /** Sites with the largest rewards, best first. */
  readonly best: readonly { readonly shortName: string; readonly rewardSum: number }[];
}

/** Returns the view of a crawl for a terminal: lines that fit into its columns. */
export function liveView(at: LiveProgress, columns: number): string {
  const { pages, pageLimit, elapsed, left, rate, failed, found, best, sites, waiting } = at;
  const passed = `${clock(elapsed)} elapsed${left === undefined ? '' : `, about ${clock(left)} left`}`;
  const best3 = best.map(({ shortName, rewardSum }) => `${name(shortName)} ${count(rewardSum)}`);
  const lines = [
    pageLimit === undefined
      ? `${count(pages)} pages  ${passed}`
      : `${bar(pages / pageLimit)} ${count(pages)} of ${count(pageLimit)} pages  ${passed}`,
    `${rate.recent.toFixed(1)} pages/s, ${rate.overall.toFixed(1)} overall; ${count(failed)} failed`,
    `new links: ${count(found.internal)} internal, ${count(found.external)} external, ${count(found.bad)} bad`,
    `best sites: ${best3.join(', ') || 'none yet'}`,
    sitesText(sites, waiting),
  ];
  // The last column stays empty, because some terminals wrap after a full line.
  return lines.map((line) => cut(line, columns - 1)).join('\n');
}

/** Returns the progress in one line, for logs. */
export function progressLine({ pages, pageLimit, left, rate, failed, found, sites, waiting }: LiveProgress): string {
  return [
    `${pages}${pageLimit === undefined ? '' : ` of ${pageLimit}`} pages, ${rate.recent.toFixed(1)} pages/s`,
    `${failed} failed`,
    `new links: ${found.internal} internal, ${found.external} external, ${found.bad} bad`,
    ...(waiting.sites === 0 ? [] : [sitesText(sites, waiting)]),
    ...(left === undefined ? [] : [`about ${clock(left)} left`]),
  ].join('; ');
}

const BAR = 24;
export const bar = (share: number): string => {
  const full = Math.round(BAR * Math.min(1, share));
  return '█'.repeat(full) + '░'.repeat(BAR - full);
};

function sitesText(all: number, { sites, wait }: LiveProgress['waiting']): string {
  const text = `${count(all)} ${all === 1 ? 'site' : 'sites'}`;
  if (sites === 0) return text;
  const next = wait === undefined ? '' : `; next request in ${(Math.max(0, wait) / 1000).toFixed(1)} s`;
  return `${text}${sites === all ? '' : `, ${count(sites)} waiting`}${next}`;
}

/** Formats a time as `0:07`, `12:34` or `1:02:03`. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const count = (number: number): string => number.toLocaleString('en', { maximumFractionDigits: 1 });
const name = (shortName: string): string => cut(printable(shortName), 24);

export const cut = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, Math.max(0, most - 1)).join('')}…`;
};
