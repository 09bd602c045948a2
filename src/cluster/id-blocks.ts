import { z } from 'zod';
import { type Ids, type NumberedTable, numberedTables } from '../storage/schema.ts';
import type { Record } from './record.ts';

/** Ids per block, and number of free ids below which a block is taken: more than a transaction uses. */
const BLOCK = 1_000_000;
const LEAST = 200_000;

const blockRow = z.object({ name: z.string(), first: z.number() });

/**
 * SQL that resets counters to the last rows, skipping unused ids of dead workers. Only for a single worker with all
 * domains, and if no ids were taken since the counters were read.
 */
const TAKE_BACK = `
update counters set next = wanted.next
from json_to_recordset($2::json) as wanted (name text, next bigint, known bigint)
where counters.name = wanted.name and counters.next = wanted.known and wanted.next < wanted.known
  and not exists (select from workers where is_alive and id <> $1)
  and not exists (select from domains where worker is distinct from $1)
returning counters.name, counters.next as first`;

interface Block {
  next: number;
  end: number;
}

/** Source of ids for a worker's new rows, in blocks from the record. */
export class IdBlocks implements Ids {
  readonly #record: Pick<Record, 'ask' | 'change'>;
  readonly #blocks = new Map<string, Block[]>();

  constructor(record: Pick<Record, 'ask' | 'change'>) {
    this.#record = record;
  }

  /** Recovers unused ids of dead workers if this worker is alone. @param lastOf returns a table's last id */
  async recoverUnused(worker: number, lastOf: (table: NumberedTable) => number): Promise<void> {
    const known = await this.#record.ask(blockRow, 'select name, next as first from counters', []);
    const wanted = numberedTables.map((name) => ({
      ...{ name, next: lastOf(name) + 1 },
      known: known.find((counter) => counter.name === name)?.first,
    }));
    await this.#record.ask(blockRow, TAKE_BACK, [worker, JSON.stringify(wanted)]);
  }

  /** Takes blocks so that there are enough ids for a transaction. */
  async reserve(): Promise<void> {
    const low = numberedTables.filter((table) => this.#left(table) < LEAST);
    if (low.length === 0) return;
    const taken = await this.#record.change(
      blockRow,
      'update counters set next = next + $2 where name = any($1) returning name, next - $2 as first',
      [low, BLOCK],
    );
    for (const { name, first } of taken) {
      const blocks = this.#blocks.get(name) ?? [];
      const last = blocks.at(-1);
      // A single worker numbers rows without gaps.
      if (last?.end === first) last.end += BLOCK;
      else blocks.push({ next: first, end: first + BLOCK });
      this.#blocks.set(name, blocks);
    }
  }

  #left(table: NumberedTable): number {
    return (this.#blocks.get(table) ?? []).reduce((sum, { next, end }) => sum + end - next, 0);
  }

  /** Returns the id of a new row. */
  next(table: NumberedTable): number {
    const id = this.peek(table, 1);
    this.used(table, id);
    return id;
  }

  /** Returns the first of `count` consecutive free ids. */
  peek(table: NumberedTable, count: number): number {
    const blocks = this.#blocks.get(table) ?? [];
    while (blocks[0] && blocks[0].next + count > blocks[0].end) blocks.shift();
    if (!blocks[0]) throw new Error(`no numbers are left for ${table}`);
    return blocks[0].next;
  }

  /** Marks an id as used by a row. */
  used(table: NumberedTable, id: number): void {
    const [block] = this.#blocks.get(table) ?? [];
    if (block && id >= block.next && id < block.end) block.next = id + 1;
  }

  /** Returns a copy of the state, for `restore`. */
  mark(): ReadonlyMap<string, readonly Block[]> {
    return new Map([...this.#blocks].map(([table, blocks]) => [table, blocks.map((block) => ({ ...block }))]));
  }

  /** Restores the state before a failed transaction. */
  restore(marked: ReadonlyMap<string, readonly Block[]>): void {
    this.#blocks.clear();
    for (const [table, blocks] of marked) this.#blocks.set(table, [...blocks]);
  }

  /** Gives back unused ids of tables whose counters have not changed since. */
  async giveBack(): Promise<void> {
    for (const [table, blocks] of this.#blocks) {
      const last = blocks.at(-1);
      if (!last) continue;
      const { next, end } = last;
      await this.#record.ask(
        blockRow,
        'update counters set next = $2 where name = $1 and next = $3 returning name, next as first',
        [table, next, end],
      );
    }
    this.#blocks.clear();
  }
}
