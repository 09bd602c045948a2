import type { LabReport, ReportResult } from './report.ts';

/** Writes the tables of results and of webs. It runs in the report, from its source: it may use nothing from outside. */
export function fillTables({ results, webs, words, oracles }: LabReport): void {
  const shown = (value: number | null, digits = 0): string =>
    value === null
      ? '–'
      : value
          .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
          .replace('-', '−');
  const digits = Math.max(1, words.digits);
  /** The first cells are texts, the others numbers. */
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
    const { web, strategy, pageLimit, seeds, mean, sd, ratioToTrivial, ratioToOracle, regret, allNights } = result;
    const withAll = (value: number | null, all: number | null | undefined, places: number): string =>
      all === undefined || all === null ? shown(value, places) : `${shown(value, places)} (${shown(all, places)})`;
    const found = [shown(pageLimit), shown(seeds), withAll(mean, allNights?.mean, digits), shown(sd, digits)];
    const ratio = withAll(ratioToOracle, allNights?.ratioToOracle, Math.max(2, words.digits));
    const compared = [shown(ratioToTrivial, 2), ratio, shown(regret, digits)];
    const line = row('td', [web, strategy, ...found, ...compared], 2);
    line.classList.toggle('oracle', oracles.includes(strategy));
    line.classList.toggle('best', isBest(result));
    line.classList.toggle('first', index > 0 && !isOfGroup(results[index - 1], result));
    Object.assign(line.dataset, { web, limit: String(pageLimit) });
    return line;
  };
  // The web's name would stand in every row.
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
