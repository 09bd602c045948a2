import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Style of the report, for screen and print. */
const REPORT_STYLE = `
:root { color: #222; background: #fff; font: 15px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
body { max-width: 1120px; margin: 0 auto; padding: 24px 24px 64px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { display: flex; align-items: baseline; gap: 12px; font-size: 18px; margin: 40px 0 8px; }
.made { color: #555; margin: 0 0 20px; font-size: 13px; }
#created { white-space: nowrap; }
.made code { font: 12px/1.4 ui-monospace, Menlo, Consolas, monospace; background: #f3f3f1; padding: 1px 5px; border-radius: 3px; overflow-wrap: anywhere; }
.controls { background: #fff; border-block: 1px solid #ddd; padding: 8px 0 6px; }
@media (min-height: 640px) { .controls { position: sticky; top: 0; z-index: 1; } }
.choice { display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; }
.choice label { color: #555; font-size: 13px; }
[hidden] { display: none !important; }
select { font: inherit; color: #222; margin-left: 4px; padding: 2px 4px; max-width: 320px; }
#legend { display: flex; flex-wrap: wrap; gap: 2px 4px; margin: 6px 0 0 -8px; }
button { font: inherit; font-size: 13px; color: #222; background: none; border: 1px solid transparent; border-radius: 4px; padding: 2px 8px; cursor: pointer; }
button:hover { border-color: #bbb; }
button:focus-visible, select:focus-visible { outline: 2px solid #0072b2; outline-offset: 1px; }
.series { display: inline-flex; align-items: center; gap: 6px; max-width: 320px; }
.series span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.series[aria-pressed=false] { opacity: .4; text-decoration: line-through; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 0 32px; }
figure { margin: 16px 0; min-width: 0; break-inside: avoid; }
figure svg { display: block; max-width: 100%; height: auto; overflow: visible; }
figcaption { color: #333; font-size: 13px; margin-top: 6px; overflow-wrap: anywhere; }
.save { display: flex; justify-content: flex-end; gap: 4px; }
.save button { color: #0072b2; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; border-block: 1.5px solid #222; }
thead { border-bottom: 1px solid #222; }
th { text-align: left; font-weight: 600; }
th, td { padding: 3px 16px 3px 0; vertical-align: baseline; max-width: 360px; overflow-wrap: break-word; }
th:first-child, td:first-child { padding-left: 6px; }
.number { text-align: right; white-space: nowrap; }
tbody tr.first td { border-top: 1px solid #bbb; }
tbody tr.chosen { background: #eef5fb; }
#results.one-web :is(th, td):first-child { display: none; }
#results.one-web :is(th, td):nth-child(2) { padding-left: 6px; }
tbody tr.oracle td { color: #666; font-style: italic; }
tbody tr.best td { font-weight: 600; }
.note { color: #555; font-size: 13px; }
@media print {
  :root { font-size: 11px; }
  body { max-width: none; padding: 0; }
  .controls, .save { display: none; }
  figure svg { width: 100%; }
  tbody tr.chosen { background: none; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
`;

/** Most points per curve; more than a screen can show. */
const MOST_POINTS = 500;

interface DrawnPage {
  /** Title, inserted without escaping: no text from crawled pages. */
  readonly title: string;
  /** HTML body, inserted without escaping: no text from crawled pages. */
  readonly body: string;
  /** Value of `data` in the script. */
  readonly data: object;
  /** Script with `Plot` and `data` in scope. */
  readonly script: string;
}

/**
 * Returns a report as one HTML file without external resources; includes Observable Plot and D3. The data is JSON with
 * `<` escaped, never HTML, and the policy allows no other script.
 */
export function drawnPage({ title, body, data, script }: DrawnPage): string {
  const libraries = [buildOf('d3', 'd3.min.js'), buildOf('@observablehq/plot', 'plot.umd.min.js')];
  const own = `"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  ${script}
}`;
  const scripts = [...libraries, own];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${scripts.map(hashOf).join(' ')}`;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
${body}
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
${scripts.map((one) => `<script>${one}</script>`).join('\n')}
</html>
`;
}

/** Returns the text of a file in a package's `dist`. */
function buildOf(name: string, file: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  return readFileSync(join(dirname(main), '..', 'dist', file), 'utf8');
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Returns the indices of the points to draw for a curve's length: first, last, and others, denser at the start. */
export function drawnPlaces(length: number): Set<number> {
  const last = length - 1;
  if (last < MOST_POINTS) return new Set(Array.from({ length }, (_, at) => at));
  const shares = Array.from({ length: MOST_POINTS }, (_, index) => (index / (MOST_POINTS - 1)) ** 2);
  return new Set(shares.map((share) => Math.round(last * share)));
}
