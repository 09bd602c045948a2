import type * as PlotModule from '@observablehq/plot';
import { drawFigure, type Point, seriesLooks } from './draw-figure.ts';
import { drawnPage, drawnPlaces } from './drawn-page.ts';

/** Figure of an evaluation report. */
export interface EvaluationFigure {
  readonly caption: string;
  readonly xLabel: string;
  /** Name of x in a tooltip. */
  readonly xName: string;
  readonly yLabel: string;
  readonly curves: readonly EvaluationCurve[];
}

interface EvaluationCurve {
  readonly topic: string;
  /** Name of a run or a crawl. */
  readonly name: string;
  readonly points: readonly Point[];
}

export interface EvaluationReport {
  readonly title: string;
  readonly command: string;
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Topics; the first is shown at the start. */
  readonly topics: readonly string[];
  readonly figures: readonly EvaluationFigure[];
  /** Header and rows of the table; each row has a topic. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly topic: string; readonly cells: readonly (string | number)[] }[];
}

interface EvaluationTools {
  readonly Plot: typeof PlotModule;
  readonly drawFigure: typeof drawFigure;
  readonly seriesLooks: typeof seriesLooks;
}

/**
 * Draws the curves and table rows of the chosen topic. Runs in the report from its source text; must be self-contained.
 * Sets names as text, never as HTML.
 */
function showEvaluation(report: EvaluationReport, { Plot, drawFigure, seriesLooks }: EvaluationTools): void {
  const part = (id: string): HTMLElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the report has no element ${id}`);
    return element;
  };
  const names = [...new Set(report.figures.flatMap(({ curves }) => curves.map(({ name }) => name)))];
  const looks = seriesLooks(names, []);
  const topics = part('topic');
  if (!(topics instanceof HTMLSelectElement)) throw new Error('topic is no select box');
  topics.replaceChildren(...report.topics.map((topic) => new Option(topic, topic)));

  const draw = (): void => {
    for (const [at, { caption, xLabel, xName, yLabel, curves }] of report.figures.entries()) {
      const drawing = part(`figure-${at}-drawing`);
      const series = curves.flatMap(({ topic, name, points }) => {
        const look = looks.get(name);
        return look && topic === topics.value && points.length > 0 ? [{ name, look, points }] : [];
      });
      const text = `${caption} Topic: ${topics.value}.`;
      const width = Math.max(340, Math.floor(drawing.clientWidth));
      const scales = { isSigned: false, fromZero: true, rule: 0, digits: 4, height: 420 };
      const svg = drawFigure(Plot, { ...scales, series, width, xLabel, xName, yLabel, description: text });
      drawing.replaceChildren(...(svg ? [svg] : []));
      part(`figure-${at}-caption`).textContent = text;
    }
    for (const row of document.querySelectorAll<HTMLElement>('#figures tbody tr'))
      row.hidden = row.dataset.topic !== topics.value;
  };
  const line = (name: 'td' | 'th', cells: readonly (string | number)[]): HTMLTableRowElement => {
    const row = document.createElement('tr');
    for (const value of cells) {
      const cell = document.createElement(name);
      cell.textContent = String(value);
      if (name === 'th') cell.setAttribute('scope', 'col');
      if (typeof value === 'number') cell.className = 'number';
      row.append(cell);
    }
    return row;
  };
  const head = document.createElement('thead');
  const body = document.createElement('tbody');
  head.append(line('th', report.columns));
  for (const { topic, cells } of report.rows) {
    const row = line('td', cells);
    row.dataset.topic = topic;
    body.append(row);
  }
  part('figures').append(head, body);

  document.title = report.title;
  part('title').textContent = report.title;
  part('command').textContent = report.command;
  part('created').textContent = `${new Date(report.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  draw();
  topics.addEventListener('change', draw);
  window.addEventListener('resize', draw);
}

/** Returns an evaluation report as one HTML file. All names in it may be from crawled pages. */
export function evaluationPage(report: EvaluationReport): string {
  const figures = report.figures.map((figure) => ({ ...figure, curves: figure.curves.map(thinned) }));
  return drawnPage({ title: 'Forager evaluation', body: bodyOf(report), data: { ...report, figures }, script: SCRIPT });
}

function thinned({ points, ...of }: EvaluationCurve): EvaluationCurve {
  const drawn = drawnPlaces(points.length);
  return { ...of, points: points.filter((_, at) => drawn.has(at)) };
}

const own = Object.entries({ seriesLooks, drawFigure, showEvaluation })
  .map(([name, value]) => `const ${name} = ${value.toString()};`)
  .join('\n');
const SCRIPT = `${own}
  showEvaluation(data, { Plot, drawFigure, seriesLooks });`;

const bodyOf = ({ figures }: EvaluationReport): string => `<h1 id="title"></h1>
<p class="made">Made by <code id="command"></code> on <span id="created"></span></p>
<div class="controls"><div class="choice"><label>Topic <select id="topic"></select></label></div></div>
${figures
  .map(
    (_, at) => `<figure id="figure-${at}">
<div id="figure-${at}-drawing"></div>
<figcaption><b>Figure ${at + 1}.</b> <span id="figure-${at}-caption"></span></figcaption>
</figure>`,
  )
  .join('\n')}
<h2>Figures</h2>
<div class="table"><table id="figures"></table></div>`;
