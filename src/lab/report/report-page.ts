import { cell, FORMULA } from '../../export/csv.ts';
import { drawFigure, seriesLooks } from './draw-figure.ts';
import { drawnPage, drawnPlaces } from './drawn-page.ts';
import { resultColumns } from './output.ts';
import type { LabReport, ReportCurve, ReportResult } from './report.ts';
import { compareCurves, showReport } from './show-report.ts';

/** Fills the tables of results and webs. Runs in the report from its source text; must be self-contained. */
function fillTables({ results, webs, words, oracles }: LabReport): void {
  const shown = (value: number | null, digits = 0): string =>
    value === null
      ? '–'
      : value
          .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
          .replace('-', '−');
  const digits = Math.max(1, words.digits);
  /** Makes a row; cells after the first `texts` are numbers. */
  const row = (name: 'td' | 'th', cells: readonly string[], texts: number): HTMLTableRowElement => {
    const line = document.createElement('tr');
    for (const [index, text] of cells.entries()) {
      const cell = document.createElement(name);
      cell.textContent = text;
      if (name === 'th') cell.setAttribute('scope', 'col');
      if (index >= texts) cell.className = 'number';
      line.append(cell);
    }
    return line;
  };
  const fill = (id: string, header: HTMLTableRowElement, rows: readonly HTMLTableRowElement[]): void => {
    const head = document.createElement('thead');
    const body = document.createElement('tbody');
    head.append(header);
    body.append(...rows);
    document.getElementById(id)?.append(head, body);
  };

  const isOfGroup = (one: ReportResult | undefined, other: ReportResult): boolean =>
    one?.web === other.web && one.pageLimit === other.pageLimit;
  const isBest = (result: ReportResult): boolean =>
    !oracles.includes(result.strategy) &&
    results.every(
      (other) => oracles.includes(other.strategy) || !isOfGroup(other, result) || other.mean <= result.mean,
    );
  const resultRow = (result: ReportResult, index: number): HTMLTableRowElement => {
    const { web, strategy, pageLimit, seeds, mean, sd, ratioToTrivial, ratioToOracle, regret, allSteps } = result;
    const withAll = (value: number | null, all: number | null | undefined, places: number): string =>
      all === undefined || all === null ? shown(value, places) : `${shown(value, places)} (${shown(all, places)})`;
    const found = [shown(pageLimit), shown(seeds), withAll(mean, allSteps?.mean, digits), shown(sd, digits)];
    const ratio = withAll(ratioToOracle, allSteps?.ratioToOracle, Math.max(2, words.digits));
    const compared = [shown(ratioToTrivial, 2), ratio, shown(regret, digits)];
    const line = row('td', [web, strategy, ...found, ...compared], 2);
    line.classList.toggle('oracle', oracles.includes(strategy));
    line.classList.toggle('best', isBest(result));
    line.classList.toggle('first', index > 0 && !isOfGroup(results[index - 1], result));
    Object.assign(line.dataset, { web, limit: String(pageLimit) });
    return line;
  };
  // Hides the column of the web's name if all rows have the same.
  const isOneWeb = new Set(results.map(({ web }) => web)).size < 2;
  document.getElementById('results')?.classList.toggle('one-web', isOneWeb);
  const found = [words.webs[0], words.strategy, words.limit, 'Seeds', words.found.column, 'Deviation'];
  const compared = [words.trivial, words.ratio.column, words.regret.column];
  fill('results', row('th', [...found, ...compared], 2), results.map(resultRow));
  fill(
    'webs',
    row('th', words.webs, 1),
    webs.map(({ name, sites, pages, links }) => row('td', [name, shown(sites), shown(pages), shown(links)], 1)),
  );
}

/** Returns the lab's report as HTML. Names in its data are from crawled pages. */
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
  showReport(data, { Plot, drawFigure, compareCurves, seriesLooks, cell, columns: ${JSON.stringify(resultColumns)} });`;

/**
 * Returns the points of a curve to draw, to six digits: first, last, those of the page limits `marks`, and others,
 * denser at the start.
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
