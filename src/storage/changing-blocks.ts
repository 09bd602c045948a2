import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface BlockEvidence {
  readonly site: number;
  readonly pattern: string;
  readonly key: number;
  readonly kind: number;
  readonly flips: number;
  readonly stays: number;
  readonly returns: number;
}

/** Queries on the table `changing_blocks`. */
export const changingBlockQueries = (store: Store) => ({
  ofTemplate: statement<{ site: number; pattern: string }>()(store, (query, arg) =>
    query
      .selectFrom('changing_blocks')
      .select(['key', 'kind', 'flips', 'stays', 'returns'])
      .where('site', '=', arg('site'))
      .where('pattern', '=', arg('pattern')),
  ),

  /** Adds up with what is known. */
  add: statement<BlockEvidence>()(store, (query, arg) =>
    query
      .insertInto('changing_blocks')
      .values({
        site: arg('site'),
        pattern: arg('pattern'),
        key: arg('key'),
        kind: arg('kind'),
        flips: arg('flips'),
        stays: arg('stays'),
        returns: arg('returns'),
      })
      .onConflict((conflict) =>
        conflict.columns(['site', 'pattern', 'key']).doUpdateSet((eb) => ({
          flips: eb('changing_blocks.flips', '+', arg('flips')),
          stays: eb('changing_blocks.stays', '+', arg('stays')),
          returns: eb('changing_blocks.returns', '+', arg('returns')),
        })),
      ),
  ),
});
