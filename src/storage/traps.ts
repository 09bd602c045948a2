import { LeftOut, readPattern } from '../url/left-out.ts';
import type { TrapKind } from '../url/traps.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface TrappedLinks {
  readonly site: number;
  readonly kind: TrapKind;
  readonly pattern: string;
  /** How many links more were set aside. */
  readonly links: number;
  readonly example: string;
  readonly seen: number;
}

/** Queries on the tables `traps`, `link_families` and `family_parameters`. */
export const trapQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('traps').selectAll().orderBy('id')),

  /** Counts links of a trap, which is recorded when it is met first. */
  count: statement<TrappedLinks>()(store, (query, arg) =>
    query
      .insertInto('traps')
      .values({
        site: arg('site'),
        kind: arg('kind'),
        pattern: arg('pattern'),
        links: arg('links'),
        example: arg('example'),
        first_seen: arg('seen'),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['site', 'kind', 'pattern'])
          .doUpdateSet((eb) => ({ links: eb('traps.links', '+', eb.ref('excluded.links')) })),
      ),
  ),

  forget: statement<object>()(store, (query) => query.deleteFrom('traps')),

  /** Pages are counted from nothing; the parameters stay known. */
  forgetFamilies: statement<object>()(store, (query) => query.updateTable('link_families').set({ barren: 0 })),

  family: statement<{ site: number; pattern: string }>()(store, (query, arg) =>
    query.selectFrom('link_families').selectAll().where('site', '=', arg('site')).where('pattern', '=', arg('pattern')),
  ),

  addFamily: statement<{ site: number; pattern: string }>()(store, (query, arg) =>
    query
      .insertInto('link_families')
      .values({ site: arg('site'), pattern: arg('pattern'), barren: 0, parameters: 0 })
      .returning('id'),
  ),

  setBarren: statement<{ family: number; barren: number }>()(store, (query, arg) =>
    query
      .updateTable('link_families')
      .set({ barren: arg('barren') })
      .where('id', '=', arg('family')),
  ),

  setParameters: statement<{ family: number; parameters: number }>()(store, (query, arg) =>
    query
      .updateTable('link_families')
      .set({ parameters: arg('parameters') })
      .where('id', '=', arg('family')),
  ),

  /** Changes nothing where the parameter is known. */
  addParameter: statement<{ family: number; hash: number; first: number }>()(store, (query, arg) =>
    query
      .insertInto('family_parameters')
      .values({ family: arg('family'), hash: arg('hash'), first: arg('first') })
      .onConflict((conflict) => conflict.columns(['family', 'hash']).doNothing()),
  ),

  parameter: statement<{ family: number; hash: number }>()(store, (query, arg) =>
    query
      .selectFrom('family_parameters')
      .select('first')
      .where('family', '=', arg('family'))
      .where('hash', '=', arg('hash')),
  ),
});

/** The parameters that earlier runs learned to make no difference. */
export function storedLeftOut(store: Store): LeftOut {
  const learned = statement<object>()(store, (query) =>
    query
      .selectFrom('traps')
      .innerJoin('seeds', 'seeds.id', 'traps.site')
      .select(['traps.pattern', 'seeds.origin'])
      .where('traps.kind', 'in', ['session', 'section']),
  );
  const leftOut = new LeftOut();
  for (const { pattern, origin } of learned.all({})) {
    const read = readPattern(pattern);
    if (read) leftOut.add(new URL(read.root || origin).host, read.parameter);
  }
  return leftOut;
}
