import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { linkStatuses, listedRoles } from '../../domain/link.ts';
import { linkStates } from '../../domain/link-check.ts';
import { type LinkConditions, linkConditions } from '../../domain/link-conditions.ts';

const DAY = 86_400_000;

/** Date or date-time, UTC without a time zone; parsed to its start and end, in milliseconds since the epoch. */
export const moment = z.string('is required, for example --since 2026-11-01').transform((text, context) => {
  if (z.iso.date().safeParse(text).success) return { from: Date.parse(text), to: Date.parse(text) + DAY };
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
  if (z.iso.datetime({ offset: true }).safeParse(zoned).success)
    return { from: Date.parse(zoned), to: Date.parse(zoned) + 1 };
  context.addIssue({
    code: 'custom',
    message: `"${text}" is not a date, such as 2026-11-20 or 2026-11-20T08:30:00Z`,
  });
  return z.NEVER;
});

/** Level or range of levels: `2` or `0-3`. */
const levels = z.string().transform((text, context) => {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (from !== undefined && Number(from) <= Number(to)) return { from: Number(from), to: Number(to) };
  context.addIssue({ code: 'custom', message: `"${text}" is not a level, such as 2 or 0-3` });
  return z.NEVER;
});

const text = z.string('must be a string').min(1, 'must not be empty').max(1000, 'must have at most 1,000 characters');
const oneOf = <const T extends readonly string[]>(members: T) =>
  z.enum(members, `must be one of ${members.join(', ')}`);

/** Converts a host name to lower-case ASCII as in addresses: `Bücher.test` is `xn--bcher-kva.test`. */
const hostName = (name: string): string => domainToASCII(name) || name.toLowerCase();

/** Parsers of conditions, on the command line and in URLs; `until` is parsed to the end of its time. */
const written = {
  text: text.optional(),
  host: text.transform(hostName).optional(),
  method: text.transform((method) => method.toUpperCase()).optional(),
  status: oneOf(linkStatuses).optional(),
  checked: oneOf(linkStates).optional(),
  role: oneOf(listedRoles).optional(),
  levels: levels.optional(),
  level: z.coerce.number().int().min(0).optional(),
  since: moment.transform(({ from }) => from).optional(),
  until: moment.transform(({ to }) => to).optional(),
};

type Fields = { readonly [K in keyof LinkConditions]: (typeof written)[LinkConditions[K]['takes']] };

/** Conditions of lists, exports and deletions, for the command line and the dashboard. */
export const linkFilter = z.object(
  // Each field has the type of its condition's values.
  Object.fromEntries(Object.entries(linkConditions).map(([name, { takes }]) => [name, written[takes]])) as Fields,
);

/** Filter of links: all given conditions must hold. */
export interface LinkFilter extends Partial<Readonly<z.output<typeof linkFilter>>> {
  readonly ids?: readonly number[] | undefined;
  /** Ids of candidates, which may be many; unlike `ids`, removed sites stay left out. */
  readonly among?: readonly number[] | undefined;
  /** Number of the command that deleted the links. */
  readonly batch?: number | undefined;
  /** Time just after the listed state, in milliseconds since the epoch; default: now. */
  readonly asOf?: number | undefined;
}
