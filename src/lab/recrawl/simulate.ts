import {
  addSums,
  type PageFacts,
  type PageTable,
  type PageView,
  type Pool,
  priorities,
  type RevisitRule,
  type State,
  strongest,
  value,
} from '../../revisit-rules/revisit-rule.ts';
import type { VersionedWeb } from './versioned-web.ts';

/** Stored pages of a simulated collection, with the columns of a database. */
class PageRows implements PageTable {
  count = 0;
  readonly id: Float64Array;
  readonly size: Float64Array;
  readonly site: Float64Array;
  readonly group: Float64Array;
  readonly cost: Float64Array;
  readonly last: Float64Array;
  readonly signal: Float64Array;
  readonly state: Float64Array;
  private readonly width: number;

  constructor(most: number, width: number) {
    this.id = new Float64Array(most);
    this.site = new Float64Array(most);
    this.group = new Float64Array(most);
    this.last = new Float64Array(most);
    this.size = new Float64Array(most);
    this.cost = new Float64Array(most);
    this.signal = new Float64Array(most);
    this.state = new Float64Array(most * width);
    this.width = width;
  }

  view(row: number): PageView {
    return {
      id: this.id[row] ?? 0,
      size: this.size[row] ?? 0,
      site: this.site[row] ?? 0,
      group: this.group[row] ?? 0,
      cost: this.cost[row] ?? 0,
      last: this.last[row] ?? 0,
      signal: this.signal[row] ?? 0,
      state: Array.from(this.state.subarray(row * this.width, (row + 1) * this.width)),
    };
  }

  set(row: number, page: PageFacts, state: State): void {
    this.id[row] = page.id;
    this.size[row] = page.size;
    this.site[row] = page.site;
    this.group[row] = page.group;
    this.cost[row] = page.cost;
    this.last[row] = page.last;
    this.signal[row] = page.signal;
    this.state.set(state, row * this.width);
  }

  add(page: PageFacts, state: State): void {
    this.set(this.count++, page, state);
  }

  /** Removes a row; the last row takes its place. */
  remove(row: number): void {
    const last = this.view(--this.count);
    this.set(row, last, last.state);
  }
}

/**
 * Budget of a recrawl run, and cost of a fetch: T = perCharacter * size + perFetch (Sotnik, SCENT, eq. 3). With
 * perCharacter 0 and perFetch 1, the budget counts revisits.
 */
export interface Budget {
  readonly perStep: number;
  readonly perCharacter: number;
  readonly perFetch: number;
}

/** Result of one recrawl run. */
export interface RecrawlResult {
  /** Q, the sum of the stored pages' values after the run (Sotnik, SCENT, eq. 2), in nats. */
  readonly q: number;
  /** Largest possible Q, with a current copy of every existing page. */
  readonly possible: number;
  readonly revisits: number;
  /** Revisits that found a change. */
  readonly changed: number;
  readonly spent: number;
}

/**
 * Simulates recrawl runs. Run 0 fetches all pages. In later runs the web changes, new pages are fetched, and the rule
 * chooses revisits for the remaining budget. Drops pages found gone. The last revisit may exceed a budget of time.
 */
export function simulate(web: VersionedWeb, rule: RevisitRule, budget: Budget): RecrawlResult[] {
  const rows = new PageRows(web.pages, rule.state.length);
  const stored = new Uint8Array(web.pages);
  const results: RecrawlResult[] = [];
  let pool: Pool = rule.pool;

  const cost = (size: number) => budget.perCharacter * size + budget.perFetch;
  const fetch = (id: number, step: number) => {
    const size = web.size(id, step);
    const signal = Number.isNaN(web.lastModified(id, step)) ? Number.NaN : 0;
    const page = { id, size, site: web.site(id), group: web.group(id), cost: cost(size), last: step, signal };
    rows.add(page, rule.begin(page, pool));
    stored[id] = 1;
    return page.cost;
  };

  for (let id = 0; id < web.pages; id++) if (web.size(id, 0) >= 0) fetch(id, 0);

  for (let step = 1; step <= web.steps; step++) {
    let [spent, revisits, changed, sums]: [number, number, number, Pool] = [0, 0, 0, {}];
    for (let id = 0; id < web.pages && spent < budget.perStep; id++) {
      if (!stored[id] && web.size(id, step) >= 0) spent += fetch(id, step);
    }
    readSignals(web, rows, step);

    const ranking = priorities(rule, rows, step, pool);
    pool = ranking.pool;
    const gone: number[] = [];
    for (const row of strongest(rows, ranking.priority, Math.ceil((budget.perStep - spent) / cost(0)))) {
      if (spent >= budget.perStep) break;
      const before = rows.view(row);
      const found = web.check(before.id, before.last, step);
      const size = found.kept + found.fresh;
      const lesson = rule.learn(before, { ...found, step }, pool);
      spent += cost(size);
      revisits++;
      if (found.gone + found.fresh > 0) changed++;
      if (lesson.sums) sums = addSums(sums, lesson.sums);
      const signal = Number.isNaN(before.signal) ? Number.NaN : 0;
      rows.set(row, { ...before, size, cost: cost(size), last: step, signal }, lesson.state);
      if (web.size(before.id, step) < 0) gone.push(row);
    }
    pool = rule.close(pool, { step, pages: rows.count, revisits, sums });
    for (const row of gone.sort((a, b) => b - a)) rows.remove(row);
    results.push({ ...worth(web, rows, step), revisits, changed, spent });
  }
  return results;
}

/** Records the time of the first change that a page's server has reported since the last revisit. */
function readSignals(web: VersionedWeb, rows: PageRows, step: number): void {
  for (let row = 0; row < rows.count; row++) {
    if (rows.signal[row] === 0) {
      const lastModified = web.lastModified(rows.id[row] ?? 0, step);
      if (lastModified > (rows.last[row] ?? 0)) rows.signal[row] = lastModified;
    }
  }
}

function worth(web: VersionedWeb, rows: PageRows, step: number) {
  let [q, possible] = [0, 0];
  for (let row = 0; row < rows.count; row++) {
    q += value(web.compare(rows.id[row] ?? 0, rows.last[row] ?? 0, step));
  }
  for (let id = 0; id < web.pages; id++) {
    const size = web.size(id, step);
    if (size >= 0) possible += Math.log1p(size);
  }
  return { q, possible };
}
