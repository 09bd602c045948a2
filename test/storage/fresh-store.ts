import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/storage/open.ts';

let empty: Promise<Buffer> | undefined;

/**
 * Opens a crawl's database; a new one is a copy of one that was made before: to make its tables takes eight times as long.
 * It need not outlive the machine: nobody waits for the disk.
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
