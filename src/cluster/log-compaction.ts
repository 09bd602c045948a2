import { z } from 'zod';
import type { Record } from './record.ts';
import type { Entry, SentTable } from './row-images.ts';

/** Row of `changes`. */
export const loggedEntry = z.object({
  site: z.number(),
  number: z.number(),
  worker: z.number(),
  rows: z.string(),
  /** Time of storing or folding: differs for another entry of the same number, as after a failover losing entries. */
  at: z.string(),
});
type LoggedEntry = z.output<typeof loggedEntry>;

export const ENTRIES = `
select site, number, worker, rows, at::text from changes where site = $1 and number > $2 order by number limit $3`;

/** Consecutive entries of a site, and their rows folded into one entry. */
interface Folded {
  readonly entries: readonly LoggedEntry[];
  readonly rows: string;
}

/** Maximum characters of an entry to fold, and of all entries of one fold. */
const LARGE = 50_000;
const MOST_FOLDED = 500_000;
/** Fraction of characters below which a folded entry replaces its parts. */
const WORTHWHILE = 0.5;

/**
 * Folds entries of a site's log: keeps only the last image of each row. Readers of any part get the same rows from the
 * folded entry. Never folds entries of different workers together.
 * @param entries entries of one site, in order
 */
export function foldEntries(
  tables: readonly SentTable[],
  entries: readonly { readonly logged: LoggedEntry; readonly entry: Entry }[],
): Folded[] {
  const folded: Folded[] = [];
  const keys = new Map(tables.map((table) => [table.name as string, table]));
  for (let from = 0; from < entries.length; ) {
    const some = segmentOf(entries.slice(from));
    from += Math.max(1, some.length);
    if (some.length < 2) continue;
    const rows = merged(
      keys,
      some.map(({ entry }) => entry),
    );
    const size = some.reduce((sum, { logged }) => sum + logged.rows.length, 0);
    if (rows.length < WORTHWHILE * size) folded.push({ entries: some.map(({ logged }) => logged), rows });
  }
  return folded;
}

/** Returns the first entries that can be folded into one. */
function segmentOf<E extends { readonly logged: LoggedEntry }>(entries: readonly E[]): readonly E[] {
  let size = 0;
  const worker = entries[0]?.logged.worker;
  const end = entries.findIndex(({ logged }) => {
    size += logged.rows.length;
    return logged.worker !== worker || logged.rows.length > LARGE || size > MOST_FOLDED;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

type Image = Entry['put'][string][number];

/** Returns one entry with the last images of all rows. */
function merged(tables: ReadonlyMap<string, SentTable>, entries: readonly Entry[]): string {
  const put = new Map<string, Map<string, Image>>();
  const gone = new Map<string, Map<string, Image>>();
  const places = new Map<string, number>();
  const texts: [number, string][] = [];
  const placeOf = (text: Entry['texts'][number]): number => {
    const known = places.get(text[1]);
    if (known !== undefined) return known;
    places.set(text[1], texts.length);
    return texts.push(text) - 1;
  };
  for (const entry of entries) {
    for (const [table, keys] of Object.entries(entry.gone))
      for (const key of keys) {
        const id = JSON.stringify(key);
        put.get(table)?.delete(id);
        rowsOf(gone, table).set(id, key);
      }
    for (const [table, rows] of Object.entries(entry.put)) {
      const { key = [], texts: ofTexts = [] } = tables.get(table) ?? {};
      for (const row of rows) {
        const image = [...row];
        for (const at of ofTexts) {
          const text = entry.texts[Number(image[at] ?? -1)];
          if (text && typeof image[at] === 'number') image[at] = placeOf(text);
        }
        const id = JSON.stringify(key.map((at) => image[at] ?? null));
        rowsOf(put, table).set(id, image);
      }
    }
  }
  return JSON.stringify({ put: valuesOf(put), gone: valuesOf(gone), texts });
}

function rowsOf(tables: Map<string, Map<string, Image>>, table: string): Map<string, Image> {
  const known = tables.get(table) ?? new Map<string, Image>();
  tables.set(table, known);
  return known;
}

const valuesOf = (tables: ReadonlyMap<string, ReadonlyMap<string, Image>>) =>
  Object.fromEntries([...tables].map(([table, rows]) => [table, [...rows.values()]]));

const EMPTY = JSON.stringify({ put: {}, gone: {}, texts: [] });

/**
 * SQL that replaces the last entry by the folded one and empties the others. If any has changed since the read, as
 * another worker may fold as well, a division by zero undoes all.
 */
const FOLD = `
with folded as (
  update changes set rows = case when changes.number = $2 then $3 else $4 end::json, at = now()
  from json_to_recordset($5::json) as read (number bigint, at timestamptz)
  where site = $1 and changes.number = read.number and changes.at = read.at returning changes.number)
select 1 / case when count(*) = json_array_length($5::json) then 1 else 0 end as number from folded`;

/** SQL that deletes empty entries, which is safe at any time. */
const TIDY = `
delete from changes where site = $1 and number >= $2 and number < $3 and rows::text = $4 returning number`;
const numbered = z.object({ number: z.number() });

/** Replaces entries in the record by a folded one, unless they have changed. */
export async function keepFolded(record: Record, { entries, rows }: Folded): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return;
  const read = JSON.stringify(entries.map(({ number, at }) => ({ number, at })));
  try {
    await record.ask(numbered, FOLD, [last.site, last.number, rows, EMPTY, read]);
  } catch (error) {
    if (isUndone(error)) return;
    throw error;
  }
  await record.ask(numbered, TIDY, [last.site, first.number, last.number, EMPTY]);
}

/** Tells whether a fold was undone: by a division by zero, or by a deadlock of two workers. */
const isUndone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '22012' || error.code === '40P01');
