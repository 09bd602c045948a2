import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/storage/open.ts';
import type { Ids } from '../../src/storage/schema.ts';

let empty: Promise<Buffer> | undefined;

/**
 * Opens a crawl's database; a new one is a copy of one made before: creating its tables takes eight times as long. It
 * need not survive a crash of the machine: the disk is not waited for.
 */
export async function openFresh(file: string): Promise<Store> {
  empty ??= emptyDatabase();
  if (!existsSync(file)) writeFileSync(file, await empty);
  const store = await openStore(file);
  store.connection.pragma('synchronous = OFF');
  return store;
}

async function emptyDatabase(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'forager-'));
  const store = await openStore(join(folder, 'empty.sqlite'));
  const content = store.connection.serialize();
  await store.close();
  rmSync(folder, { recursive: true });
  return content;
}

/** Ids from a number on in each table, as in a worker's own block. */
export function idsFrom(first: number): Ids {
  const next = new Map<string, number>();
  const peek: Ids['peek'] = (table) => next.get(table) ?? first;
  const used: Ids['used'] = (table, id) => {
    if (id !== peek(table, 1)) throw new Error(`${table}: ${id} comes before ${peek(table, 1)}`);
    next.set(table, id + 1);
  };
  return {
    peek,
    used,
    next(table) {
      const id = peek(table, 1);
      used(table, id);
      return id;
    },
  };
}
