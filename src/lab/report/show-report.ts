import type * as PlotModule from '@observablehq/plot';
import type { drawFigure, Point, Series, seriesLooks } from './draw-figure.ts';
import type { resultColumns } from './output.ts';
import type { LabReport, ReportCurve } from './report.ts';

/**
 * Compares a strategy's curve with an oracle's, at the strategy's numbers of pages. `regret`: O(n) - S(n); `ratio`:
 * S(n) / O(n), where O(n) > 0. Interpolates the oracle linearly from (0, 0). Runs in the report from its source text;
 * must be self-contained.
 */
export function compareCurves(curve: ReportCurve, oracle: ReportCurve, by: 'regret' | 'ratio'): Point[] {
  let at = 0;
  const best = (n: number): number => {
    while (at < oracle.pages.length - 1 && (oracle.pages[at] ?? 0) < n) at++;
    const right = oracle.pages[at] ?? 0;
    const high = oracle.mean[at] ?? 0;
    if (right <= n) return high;
    const left = oracle.pages[at - 1] ?? 0;
    const low = oracle.mean[at - 1] ?? 0;
    return low + ((n - left) / (right - left)) * (high - low);
  };
  return curve.pages.flatMap((n, index) => {
    const found = curve.mean[index] ?? 0;
    const sd = curve.sd[index] ?? 0;
    const most = best(n);
    if (by === 'regret') return [{ n, value: most - found, sd }];
    return most > 0 ? [{ n, value: found / most, sd: sd / most }] : [];
  });
}

/** Functions for the report's script. */
interface ReportTools {
  readonly Plot: typeof PlotModule;
  readonly drawFigure: typeof drawFigure;
  readonly compareCurves: typeof compareCurves;
  readonly seriesLooks: typeof seriesLooks;
  /** Formats a cell of a CSV file. */
  readonly cell: (value: string | number | null) => string;
  /** Columns of the results in a CSV file. */
  readonly columns: typeof resultColumns;
}

/**
 * Draws the report's figures and handles its controls. Runs in the report from its source text; must be self-contained.
 * Sets names as text, never as HTML, as names are from crawled pages.
 */
export function showReport(report: LabReport, tools: ReportTools): void {
  const { Plot, drawFigure, compareCurves, seriesLooks, cell, columns } = tools;
  const { words, oracles } = report;
  const part = (id: string): HTMLElement => {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the report has no element ${id}`);
    return element;
  };
  const isOracle = (name: string): boolean => oracles.includes(name);
  const named = [...new Set(report.curves.map(({ strategy }) => strategy))];
  const known = oracles.filter((name) => named.includes(name));
  const looks = seriesLooks(
    named.filter((name) => !isOracle(name)),
    known,
  );
  const hidden = new Set<string>();

  const offer = (id: string, values: readonly string[]): HTMLSelectElement => {
    const box = part(id);
    if (!(box instanceof HTMLSelectElement)) throw new Error(`${id} is no select box`);
    box.replaceChildren(...values.map((value) => new Option(value, value)));
    const field = box.closest('label');
    if (field) field.hidden = values.length === 0;
    return box;
  };
  const webs = offer('web', [...new Set(report.curves.map(({ web }) => web))]);
  const limits = offer('page-limit', []);
  const compared = offer('oracle', known);

  /** Offers the page limits of the chosen web. Keeps the choice if possible. */
  const offerLimits = (): void => {
    const before = limits.value;
    const ofWeb = report.curves.filter(({ web }) => web === webs.value).map(({ pageLimit }) => pageLimit);
    const values = [...new Set(ofWeb)].sort((a, b) => a - b).map(String);
    offer('page-limit', values);
    limits.value = values.includes(before) ? before : (values.at(-1) ?? '');
  };
  const isChosen = (one: { readonly web: string; readonly pageLimit: number }): boolean =>
    one.web === webs.value && String(one.pageLimit) === limits.value;

  const seriesOf = ({ strategy }: ReportCurve, points: readonly Point[]): Series[] => {
    const look = looks.get(strategy);
    return look && points.length > 0 ? [{ name: strategy, look, points }] : [];
  };
  const limit = (): number => Number(limits.value);
  /** Returns the chosen curves. An oracle's curve with a larger limit also fits. */
  const chosen = (): ReportCurve[] => {
    const ofWeb = report.curves.filter(({ web, pageLimit }) => web === webs.value && pageLimit >= limit());
    const least = (name: string): number =>
      Math.min(...ofWeb.filter(({ strategy }) => strategy === name).map(({ pageLimit }) => pageLimit));
    return ofWeb.filter(({ strategy, pageLimit }) => pageLimit === (isOracle(strategy) ? least(strategy) : limit()));
  };
  const found = (): Series[] =>
    chosen().flatMap((curve) => {
      const { pages, mean, sd } = curve;
      const points = pages.map((n, index) => ({ n, value: mean[index] ?? 0, sd: sd[index] ?? 0 }));
      return seriesOf(
        curve,
        points.filter(({ n }) => n <= limit()),
      );
    });
  const beside = (by: 'regret' | 'ratio') => (): Series[] => {
    const curves = chosen();
    const oracle = curves.find(({ strategy }) => strategy === compared.value);
    if (!oracle) return [];
    return curves
      .filter(({ strategy }) => !isOracle(strategy))
      .flatMap((curve) => seriesOf(curve, compareCurves(curve, oracle, by)));
  };

  const seeds = (): string => {
    const counts = report.results
      .filter((result) => isChosen(result) && !isOracle(result.strategy))
      .map((result) => result.seeds);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    if (counts.length === 0 || most === 1) return '';
    const number = least === most ? `${most}` : `${least} to ${most}`;
    return ` Means over ${number} random seeds; bands: one standard deviation.`;
  };
  const said = (caption: string): string =>
    caption
      .replace('{web}', () => webs.value)
      .replace('{limit}', () => limit().toLocaleString('en-US'))
      .replace('{oracle}', () => compared.value);
  const figures = [
    {
      id: 'found',
      scales: {
        yLabel: words.found.yLabel,
        isSigned: false,
        fromZero: words.fromZero,
        rule: 0,
        digits: words.digits,
        height: 440,
      },
      series: found,
      caption: () =>
        `${said(words.found.caption)}${seeds()}${known.length > 0 ? ` Thin dashes: ${known.join(', ')}.` : ''}`,
    },
    {
      id: 'regret',
      scales: {
        yLabel: words.regret.yLabel,
        isSigned: true,
        fromZero: true,
        rule: 0,
        digits: words.digits,
        height: 360,
      },
      series: beside('regret'),
      caption: () => said(words.regret.caption),
    },
    {
      id: 'ratio',
      scales: {
        yLabel: words.ratio.yLabel,
        isSigned: false,
        fromZero: words.fromZero,
        rule: 1,
        digits: Math.max(2, words.digits),
        height: 360,
      },
      series: beside('ratio'),
      caption: () => said(words.ratio.caption),
    },
  ];

  const draw = (): void => {
    for (const { id, scales, series, caption } of figures) {
      part(id).hidden = id !== 'found' && known.length === 0;
      part(`${id}-caption`).textContent = caption();
      const drawing = part(`${id}-drawing`);
      const width = Math.max(340, Math.floor(drawing.clientWidth));
      const lines = series().filter(({ name }) => !hidden.has(name));
      const svg = drawFigure(Plot, {
        ...scales,
        xLabel: words.xLabel,
        xName: 'N',
        series: lines,
        width,
        description: caption(),
      });
      drawing.replaceChildren(...(svg ? [svg] : []));
    }
    for (const row of document.querySelectorAll<HTMLElement>('#results tbody tr'))
      row.classList.toggle('chosen', row.dataset.web === webs.value && row.dataset.limit === limits.value);
  };

  const drawn = (name: string, values: Readonly<Record<string, string | number>>): SVGElement => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, String(value));
    return element;
  };
  for (const [name, { colour, dash, width }] of looks) {
    const button = document.createElement('button');
    const sample = drawn('svg', { width: 34, height: 10, 'aria-hidden': 'true' });
    const line = { x1: 1, x2: 33, y1: 5, y2: 5, stroke: colour, 'stroke-width': width + 0.5, 'stroke-dasharray': dash };
    sample.append(drawn('line', line));
    const label = document.createElement('span');
    label.textContent = name;
    Object.assign(button, { type: 'button', className: 'series', title: name });
    button.setAttribute('aria-pressed', 'true');
    button.append(sample, label);
    button.addEventListener('click', () => {
      if (!hidden.delete(name)) hidden.add(name);
      button.setAttribute('aria-pressed', String(!hidden.has(name)));
      draw();
    });
    part('legend').append(button);
  }

  const save = (name: string, ending: 'svg' | 'csv', text: string): void => {
    const link = document.createElement('a');
    const type = ending === 'svg' ? 'image/svg+xml' : 'text/csv';
    link.href = URL.createObjectURL(new Blob([text], { type }));
    const words = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    link.download = `${words.slice(0, 100)}.${ending}`;
    link.click();
    // Waits until the browser has read the blob after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const saveTable = (name: string, rows: readonly (readonly (string | number | null)[])[]): void =>
    save(name, 'csv', rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''));
  for (const { id, series } of figures) {
    const name = () => `lab ${webs.value} ${limits.value} ${id}`;
    part(`${id}-svg`).addEventListener('click', () => {
      const svg = part(`${id}-drawing`).querySelector('svg')?.cloneNode(true);
      if (!(svg instanceof SVGSVGElement)) return;
      svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
      save(name(), 'svg', new XMLSerializer().serializeToString(svg));
    });
    part(`${id}-csv`).addEventListener('click', () => {
      const from = [webs.value, Number(limits.value)];
      const rows = series().flatMap((one) => one.points.map(({ n, value, sd }) => [...from, one.name, n, value, sd]));
      saveTable(name(), [['web', 'pageLimit', 'strategy', 'pages', id === 'found' ? 'mean' : id, 'sd'], ...rows]);
    });
  }
  part('results-csv').addEventListener('click', () =>
    saveTable('lab results', [columns, ...report.results.map((result) => columns.map((column) => result[column]))]),
  );

  document.title = report.title;
  part('title').textContent = report.title;
  part('limit-word').textContent = words.limit;
  part('note').textContent = words.note;
  part('command').textContent = report.command;
  part('created').textContent = `${new Date(report.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  offerLimits();
  draw();
  webs.addEventListener('change', () => {
    offerLimits();
    draw();
  });
  limits.addEventListener('change', draw);
  compared.addEventListener('change', draw);
  window.addEventListener('resize', draw);
}
