import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { TextChange } from '../domain/history.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Characters of one version's changes that are kept, those that went and those that came together. */
const MOST_KEPT = 20_000;

/** Queries on the table `text_differences`. */
export const textDifferenceQueries = (store: Store) => ({
  get: statement<{ page: number; at: number }>()(store, (query, arg) =>
    query
      .selectFrom('text_differences')
      .select('difference')
      .where('page', '=', arg('page'))
      .where('at', '=', arg('at')),
  ),

  insert: statement<{ page: number; at: number; difference: Uint8Array }>()(store, (query, arg) =>
    query.insertInto('text_differences').values({ page: arg('page'), at: arg('at'), difference: arg('difference') }),
  ),
});

const stored = z.object({
  changes: z.array(z.object({ gone: z.array(z.string()), fresh: z.array(z.string()) })),
  /** More changed than is kept. */
  isCut: z.boolean(),
});

/** Changes as the table has them: the first ones, deflated (RFC 1951) at the least cost. */
export function packedChanges(changes: readonly TextChange[]): Uint8Array {
  let left = MOST_KEPT;
  const keep = (blocks: readonly string[]) =>
    blocks.flatMap((block) => {
      const kept = block.slice(0, left);
      left -= kept.length;
      return kept === '' ? [] : [kept];
    });
  const size = changes.reduce((sum, { gone, fresh }) => sum + charactersOf(gone) + charactersOf(fresh), 0);
  const kept = changes.map(({ gone, fresh }) => ({ gone: keep(gone), fresh: keep(fresh) }));
  const told = { changes: kept.filter(({ gone, fresh }) => gone.length + fresh.length > 0), isCut: size > MOST_KEPT };
  return deflateRawSync(JSON.stringify(told), { level: 1 });
}

export const unpackedChanges = (difference: Uint8Array): z.infer<typeof stored> =>
  stored.parse(JSON.parse(inflateRawSync(difference).toString()));

const charactersOf = (blocks: readonly string[]): number => blocks.reduce((sum, { length }) => sum + length, 0);
