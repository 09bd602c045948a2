import { z } from 'zod';
import type { Store } from '../src/storage/open.ts';

/** Bytes that tables and indexes take in the file, by name. */
export function bytesOnDisk({ connection }: Store): ReadonlyMap<string, number> {
  const rows = connection.prepare('select name, pgsize as bytes from dbstat where aggregate = true').all();
  const sizes = z.array(z.object({ name: z.string(), bytes: z.number() })).parse(rows);
  return new Map(sizes.map(({ name, bytes }) => [name, bytes]));
}
