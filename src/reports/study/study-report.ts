import { BadInput } from '../../domain/errors.ts';
import { type Html, html } from '../../domain/html.ts';
import { listLinks, pagesWithFailed } from '../../storage/lists/links.ts';
import type { Store } from '../../storage/open.ts';
import { visitCurve } from '../../storage/reports/figures.ts';
import { countLinks } from '../../webometrics/count-links.ts';
import { type SiteSummary, summarise } from '../summary.ts';
import { drawnCurve, drawnLinks } from './drawn-links.ts';
import { methodsOf, methodsText } from './methods.ts';

/** Maximum number of rows in tables; exports have all of them. */
const MOST_ROWS = 50;
/** Approximate number of points of the curve. */
const POINTS = 200;
/** Maximum number of pages named for a broken link. */
const MOST_PAGES = 3;

const STYLE = `
body { max-width: 960px; margin: 0 auto; padding: 24px 20px 60px; color: #222; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; line-height: 1.2; } h2 { margin-top: 36px; font-size: 19px; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th { text-align: left; border-bottom: 1px solid #222; } th, td { padding: 3px 14px 3px 0; vertical-align: top; overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; } .note { color: #555; font-size: 13px; }
svg { max-width: 100%; height: auto; font: 11px system-ui, sans-serif; } .links path { fill: none; stroke: #0072b2; opacity: .45; }
circle { fill: #222; } .axis { fill: none; stroke: #999; } .curve { fill: none; stroke: #0072b2; stroke-width: 2; }
@media print { h2 { break-after: avoid; } tr { break-inside: avoid; } }`;

type Cell = string | number | null;

/** Returns a table with right-aligned numbers. */
function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const cell = (value: Cell) =>
    typeof value === 'number'
      ? html`<td class="number">${value.toLocaleString('en')}</td>`
      : html`<td>${value ?? ''}</td>`;
  const isNumber = heads.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const head = heads.map((name, column) =>
    isNumber[column] ? html`<th scope="col" class="number">${name}</th>` : html`<th scope="col">${name}</th>`,
  );
  const lines = rows.map((row) => html`<tr>${row.map(cell)}</tr>`);
  return html`<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

/** Returns the first rows of a long table, and the number of further rows. */
function longTable(heads: readonly string[], rows: readonly (readonly Cell[])[], more: string): Html {
  const rest = rows.length - MOST_ROWS;
  const note = rest > 0 ? html`<p class="note">${rest.toLocaleString('en')} more: ${more}</p>` : html``;
  return html`${table(heads, rows.slice(0, MOST_ROWS))}${note}`;
}

const siteRow = ({ site, url, status, pages, failed, internal, external }: SiteSummary): Cell[] => [
  ...[site, url, status],
  ...[pages, failed, internal, external],
];

/** Returns the rows of a `forager counts` report; none if no site has a link. */
function counted(store: Store, report: string, models?: readonly string[]) {
  try {
    const figures = countLinks(store, { report, models, targets: [], self: false, asOf: undefined });
    return { columns: figures.columns, rows: [...figures.rows] };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return { columns: [], rows: [] };
  }
}

/** Returns the internal links that could not be read, each with pages that contain the link. */
function deadLinks(store: Store): Cell[][] {
  const pages = pagesWithFailed(store);
  return Array.from(listLinks(store, 'internal', { status: 'failed' }, false), ({ id, site, url, reason }) => {
    const others = pages.count(id) - MOST_PAGES;
    const more = others > 0 ? ` and ${others} more` : '';
    return [site, url, reason, `${pages.of(id, MOST_PAGES).join(' ')}${more}`];
  });
}

/**
 * Returns a report on a crawl as one HTML document without scripts: methods, totals, links between sites, the most
 * linked domains, dead links.
 * @param now milliseconds since the epoch
 * @throws BadInput if nothing was crawled yet
 */
export function studyReport(store: Store, now: number): string {
  const methods = methodsOf(store);
  if (!methods) throw new BadInput(`${store.file} contains no crawl; start one with forager crawl`);
  const { sites, internal, external } = summarise(store);
  const between = counted(store, 'links');
  const models = between.columns.slice(2);
  const domains = counted(store, 'domains');
  const dead = deadLinks(store);
  const links = between.rows.map(([from, to, pages]) => ({ from: String(from), to: String(to), links: Number(pages) }));
  const byWeight = [...between.rows].sort((a, b) => Number(b[2]) - Number(a[2]));
  const none = (text: string) => html`<p class="note">${text}</p>`;
  const found = `${internal.toLocaleString('en')} internal and ${external.toLocaleString('en')} external links`;
  const body = html`<h1>Links of ${sites.length} ${sites.length === 1 ? 'site' : 'sites'}</h1>
<p class="note">Made by Forager ${methods.version} at ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
<h2>Methods</h2><p>${methodsText(methods)}</p>
<h2>Sites</h2><p>${methods.pages.toLocaleString('en')} pages with ${found}.</p>
${longTable(['Site', 'Start page', 'Status', 'Pages', 'Failed', 'Internal', 'External'], sites.map(siteRow), 'forager sites list')}
<h2>External links found</h2>${drawnCurve(visitCurve(store, POINTS))}
<h2>Links between the sites</h2>
${links.length === 0 ? none('No site links to another.') : html`<p>Counted by ${models.join(', ')}, as Thelwall's alternative document models have it.</p>${drawnLinks(links)}${longTable(['From', 'To', ...models], byWeight, 'forager counts')}`}
<h2>Domains outside that most sites link to</h2>
${domains.rows.length === 0 ? none('No link leaves the sites.') : longTable(['Domain', 'Sites', 'Pages', 'Pages linked'], domains.rows, 'forager counts --report domains')}
<h2>Dead links within the sites</h2>
${dead.length === 0 ? none('None.') : longTable(['Site', 'Address', 'Why', 'On'], dead, 'forager links list --kind internal --status failed')}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Links of ${sites.length} sites</title><style>${STYLE}</style></head>
<body>${body.text}</body></html>
`;
}
