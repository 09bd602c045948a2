import type { FrontierQueries } from '../queries.ts';
import { add, adding, change, copy, finding, type Row, reading, writing } from './statements.ts';

/** What is learned of links that could be followed without end. */
export function trapTables(): Pick<FrontierQueries, 'traps'> {
  const traps: Row<'traps'>[] = [];
  const families: Row<'link_families'>[] = [];
  const familyOf = new Map<string, Row<'link_families'>>();
  const parameters = new Map<string, { readonly first: number }>();
  return {
    traps: {
      all: reading(() => traps),
      count: writing((trap) => {
        const { site, kind, pattern, links } = trap;
        const known = traps.find((one) => one.site === site && one.kind === kind && one.pattern === pattern);
        if (known) return change(known, { links: known.links + links });
        return add(traps, { ...trap, id: traps.length + 1 });
      }),
      forget: writing(() => traps.splice(0).length),
      forgetFamilies: writing(() => families.filter((family) => change(family, { barren: 0 }) > 0).length),
      family: finding(({ site, pattern }) => copy(familyOf.get(`${site} ${pattern}`))),
      addFamily: adding((family) => {
        const row = add(families, { ...family, id: families.length + 1 });
        familyOf.set(`${row.site} ${row.pattern}`, row);
        return row;
      }),
      setBarren: writing(({ id, barren }) => change(families[id - 1], { barren })),
      setParameters: writing(({ id, parameters: known }) => change(families[id - 1], { parameters: known })),
      addParameter: writing(({ family, hash, first }) => {
        const key = `${family} ${hash}`;
        if (parameters.has(key)) return 0;
        parameters.set(key, { first });
        return 1;
      }),
      parameter: finding(({ family, hash }) => parameters.get(`${family} ${hash}`)),
    },
  };
}
