import type { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { isSafe, type LinkKind, type ListedRole, linkKinds } from '../../domain/link.ts';
import { type LinkConditions, linkConditions } from '../../domain/link-conditions.ts';
import { oneOf } from '../../options/kinds.ts';
import { flag, grouped } from '../../options/option.ts';
import { linkFilter } from '../../storage/lists/link-filter.ts';

export const linkKind = oneOf(linkKinds).text;

type Flagged = {
  [K in keyof LinkConditions]: LinkConditions[K] extends { readonly flag: object } ? K : never;
}[keyof LinkConditions];
type Fields = Pick<typeof linkFilter.shape, Flagged>;

const { shape } = linkFilter;

/** Filter options of all commands that select links. */
export const linkFilterOptions = grouped(
  'Filters (all must match)',
  // Each field has the type of the filter's field.
  Object.fromEntries(
    Object.entries(linkConditions).flatMap(([name, condition]) =>
      'flag' in condition ? [[name, flag(shape[name as Flagged], condition.flag)]] : [],
    ),
  ) as Fields,
);

type Given = z.infer<z.ZodObject<typeof linkFilterOptions>>;

/** Possible roles of links on their page, by kind. */
const rolesOf: Readonly<Record<LinkKind, readonly ListedRole[]>> = {
  external: ['link'],
  internal: ['link', 'guess'],
  bad: ['link'],
  resource: ['embedded', 'request', 'write', 'guess'],
};

/**
 * Checks the conditions.
 * @throws BadInput for a condition that links of these kinds never meet
 */
export async function checkedFilter(given: Given, kinds: readonly LinkKind[]): Promise<Given> {
  const { host, domain, status, checked, role, method } = given;
  if (kinds.includes('bad') && (host ?? domain) !== undefined)
    throw new BadInput(`--${host === undefined ? 'domain' : 'host'}: bad links have no host; choose another --kind`);
  if (kinds.some((kind) => kind !== 'internal') && status !== undefined)
    throw new BadInput('--status works only with --kind internal');
  if (checked !== undefined && kinds.some((kind) => kind !== 'external' && kind !== 'internal'))
    throw new BadInput('--checked works only with --kind external or internal');
  if (role !== undefined && !kinds.some((kind) => rolesOf[kind].includes(role))) {
    const having = linkKinds.filter((kind) => rolesOf[kind].includes(role));
    throw new BadInput(`--role: ${kinds.join(' and ')} links have no role ${role}; add --kind ${having.join(' or ')}`);
  }
  if (method !== undefined && !isSafe(method) && !kinds.includes('resource'))
    throw new BadInput('--method: only resources have a method other than GET; add --kind resource');
  if (domain !== undefined) {
    const { registrableDomain } = await import('../../url/scope.ts');
    const registrable = registrableDomain(domain);
    if (registrable !== domain)
      throw new BadInput(`--domain: "${domain}" is in the domain ${registrable}; for one host, give --host`);
  }
  return given;
}

/** Tells whether the options contain a condition. */
export const hasConditions = (given: Given): boolean =>
  Object.entries(given).some(([key, value]) => key in linkFilterOptions && value !== undefined);
