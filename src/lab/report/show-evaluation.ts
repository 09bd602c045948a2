import type * as PlotModule from '@observablehq/plot';
import type { drawFigure } from './draw-figure.ts';
import type { EvaluationReport } from './evaluation-report.ts';
import type { seriesLooks } from './series-looks.ts';

interface EvaluationTools {
  readonly Plot: typeof PlotModule;
  readonly drawFigure: typeof drawFigure;
  readonly seriesLooks: typeof seriesLooks;
}

/**
 * Draws the curves of the chosen topic, and its rows of the table. It runs in the report, from its source: it may use
 * nothing from outside. Names are set as text, never as HTML.
 */
export function showEvaluation(report: EvaluationReport, { Plot, drawFigure, seriesLooks }: EvaluationTools): void {
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
