import type { PageFacts, PageTable, PageView, State } from '../../revisit-rules/revisit-rule.ts';

/** The stored pages of a simulated collection, column by column: what a database keeps of them. */
export class PageRows implements PageTable {
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

  /** The last row takes the place of the one that is removed. */
  remove(row: number): void {
    const last = this.view(--this.count);
    this.set(row, last, last.state);
  }
}
