import { drawFigure } from './draw-figure.ts';
import { drawnPage, drawnPlaces } from './drawn-page.ts';
import type { EvaluationCurve, EvaluationReport } from './evaluation-report.ts';
import { seriesLooks } from './series-looks.ts';
import { showEvaluation } from './show-evaluation.ts';

/** Curves and figures of an evaluation as one HTML file; all names in it may come from crawled pages. */
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
