import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cell, FORMULA } from '../../export/csv.ts';
import { compareCurves } from './compare-curves.ts';
import { drawFigure } from './draw-figure.ts';
import { fillTables } from './fill-tables.ts';
import type { LabReport, ReportCurve } from './report.ts';
import { REPORT_STYLE } from './report-style.ts';
import { seriesLooks } from './series-looks.ts';
import { showReport } from './show-report.ts';

/** Points of a curve that are drawn: more than a screen tells apart. */
const MOST_POINTS = 500;

/**
 * The report as one HTML file that needs no network: the data as JSON, and the scripts that draw it (Observable Plot and
 * D3, as their packages have them built). Names in the data come from crawled pages: nothing of them is written as HTML,
 * `<` is escaped in the JSON, and a policy lets no other script run.
 */
export function reportPage(report: LabReport): string {
  const libraries = [buildOf('d3', 'd3.min.js'), buildOf('@observablehq/plot', 'plot.umd.min.js')];
  const scripts = [...libraries, OWN_SCRIPT];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${scripts.map(hashOf).join(' ')}`;
  const marks = new Set(report.curves.map(({ pageLimit }) => pageLimit));
  const curves = report.curves.map((curve) => thinned(curve, marks));
  const data = JSON.stringify({ ...report, curves }).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Forager lab</title>
<style>${REPORT_STYLE}</style>
${BODY}
<script type="application/json" id="data">${data}</script>
${scripts.map((script) => `<script>${script}</script>`).join('\n')}
</html>
`;
}

const own = [
  ...Object.entries({ seriesLooks, compareCurves, drawFigure, showReport, fillTables, cell }),
  ['FORMULA', FORMULA] as const,
].map(([name, value]) => `const ${name} = ${value.toString()};`);
const OWN_SCRIPT = `"use strict";
{
  ${own.join('\n')}
  const report = JSON.parse(document.getElementById("data").textContent);
  fillTables(report);
  showReport(report, { Plot, drawFigure, compareCurves, seriesLooks, cell });
}`;

/** The text of a file in a package's `dist`. */
function buildOf(name: string, file: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  return readFileSync(join(dirname(main), '..', 'dist', file), 'utf8');
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * The curve with as many points as are drawn, to six digits: the first, the last, and those between closer to one another
 * where pages are few; and those of the page limits `marks`.
 */
export function thinned({ pages, mean, sd, ...of }: ReportCurve, marks: ReadonlySet<number>): ReportCurve {
  const last = pages.length - 1;
  const drawn = new Set(
    Array.from({ length: MOST_POINTS }, (_, index) => Math.round(last * (index / (MOST_POINTS - 1)) ** 2)),
  );
  const kept = [...pages.keys()].filter((at) => last < MOST_POINTS || drawn.has(at) || marks.has(pages[at] ?? -1));
  const rounded = (values: readonly number[]): number[] => kept.map((at) => Number((values[at] ?? 0).toPrecision(6)));
  return { ...of, pages: kept.map((at) => pages[at] ?? 0), mean: rounded(mean), sd: rounded(sd) };
}

const figure = (number: number, id: string): string => `<figure id="${id}">
<div class="save"><button type="button" id="${id}-svg">Save as SVG</button><button type="button" id="${id}-csv">Data as CSV</button></div>
<div id="${id}-drawing"></div>
<figcaption><b>Figure ${number}.</b> <span id="${id}-caption"></span></figcaption>
</figure>`;

const BODY = `<h1 id="title"></h1>
<p class="made">Made by <code id="command"></code> on <span id="created"></span></p>
<div class="controls">
<div class="choice">
<label>Web <select id="web"></select></label>
<label><span id="limit-word"></span> <select id="page-limit"></select></label>
<label>Compared with <select id="oracle"></select></label>
</div>
<div id="legend" role="group" aria-label="Strategies: press to hide or show"></div>
</div>
${figure(1, 'found')}
<div class="pair">
${figure(2, 'regret')}
${figure(3, 'ratio')}
</div>
<h2>Results <span class="save"><button type="button" id="results-csv">Data as CSV</button></span></h2>
<div class="table"><table id="results"></table></div>
<p class="note" id="note"></p>
<h2>Webs</h2>
<div class="table"><table id="webs"></table></div>`;
