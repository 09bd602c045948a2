import { cell, FORMULA } from '../../export/csv.ts';
import { compareCurves } from './compare-curves.ts';
import { drawFigure } from './draw-figure.ts';
import { drawnPage, drawnPlaces } from './drawn-page.ts';
import { fillTables } from './fill-tables.ts';
import type { LabReport, ReportCurve } from './report.ts';
import { seriesLooks } from './series-looks.ts';
import { showReport } from './show-report.ts';

/** The lab's report. Names in its data come from crawled pages. */
export function reportPage(report: LabReport): string {
  const marks = new Set(report.curves.map(({ pageLimit }) => pageLimit));
  const curves = report.curves.map((curve) => thinned(curve, marks));
  return drawnPage({ title: 'Forager lab', body: BODY, data: { ...report, curves }, script: OWN_SCRIPT });
}

const own = [
  ...Object.entries({ seriesLooks, compareCurves, drawFigure, showReport, fillTables, cell }),
  ['FORMULA', FORMULA] as const,
].map(([name, value]) => `const ${name} = ${value.toString()};`);
const OWN_SCRIPT = `${own.join('\n')}
  fillTables(data);
  showReport(data, { Plot, drawFigure, compareCurves, seriesLooks, cell });`;

/**
 * The curve with as many points as are drawn, to six digits: the first, the last, and those between closer to one another
 * where pages are few; and those of the page limits `marks`.
 */
export function thinned({ pages, mean, sd, ...of }: ReportCurve, marks: ReadonlySet<number>): ReportCurve {
  const drawn = drawnPlaces(pages.length);
  const kept = [...pages.keys()].filter((at) => drawn.has(at) || marks.has(pages[at] ?? -1));
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
