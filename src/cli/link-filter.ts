import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { isSafe, type LinkKind, type ListedRole, linkKinds, linkStatuses, listedRoles } from '../domain/link.ts';
import { oneOf, words } from '../options/kinds.ts';
import { flag, grouped } from '../options/option.ts';
import type { LinkFilter } from '../storage/lists/links.ts';
import { hostName } from '../url/host-name.ts';

const DAY = 86_400_000;

export const linkKind = oneOf(linkKinds).text;

/** `2` or `0-3`. */
const levels = z.string().transform((text, context) => {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  if (from !== undefined && Number(from) <= Number(to)) return { from: Number(from), to: Number(to) };
  context.addIssue({ code: 'custom', message: `"${text}" is no level: write 2, or 0-3` });
  return z.NEVER;
});

/** A date or a date-time; without a time zone it is UTC. Returns where it begins and where it ends, in milliseconds. */
export const moment = z.string('is missing: such as 2026-11-01').transform((text, context) => {
  if (z.iso.date().safeParse(text).success) return { from: Date.parse(text), to: Date.parse(text) + DAY };
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`;
  if (z.iso.datetime({ offset: true }).safeParse(zoned).success)
    return { from: Date.parse(zoned), to: Date.parse(zoned) + 1 };
  context.addIssue({
    code: 'custom',
    message: `"${text}" is no date: write 2026-11-20, or 2026-11-20T08:30:00Z`,
  });
  return z.NEVER;
});

const text = words.text.optional();

/** The conditions by which links are chosen, for every command that has some. */
export const linkFilterOptions = grouped('Which links (all conditions must hold)', {
  site: flag(text, { value: 'SITE', description: 'found on that site, told by short name, start address or host' }),
  host: flag(text, { value: 'HOST', description: 'that lead to that host' }),
  domain: flag(text, { value: 'DOMAIN', description: 'that lead into that registrable domain' }),
  text: flag(text, {
    value: 'TEXT',
    description: 'with TEXT in anchor, context or address; capital and small letters are the same',
  }),
  level: flag(levels.optional(), {
    value: 'LEVELS',
    description: 'at that level, 2, or these, 0-3; a start page is at 0',
  }),
  technique: flag(text, { value: 'NAME', description: 'found by that technique, such as dom' }),
  status: flag(oneOf(linkStatuses).text.optional(), {
    value: 'STATUS',
    description: `internal links of that status: ${linkStatuses.join(', ')}`,
  }),
  role: flag(oneOf(listedRoles).text.optional(), {
    value: 'ROLE',
    description: `that are to their page: ${listedRoles.join(', ')}`,
  }),
  method: flag(text, { value: 'METHOD', description: 'that are asked for by that method, such as POST' }),
  since: flag(moment.optional(), {
    value: 'DATE',
    description: 'first seen on that date (or date-time, UTC) or later',
  }),
  until: flag(moment.optional(), {
    value: 'DATE',
    description: 'first seen on that date (or date-time, UTC) or before',
  }),
});

type Given = z.infer<z.ZodObject<typeof linkFilterOptions>>;

/** What links of a kind may be to their page. */
const rolesOf: Readonly<Record<LinkKind, readonly ListedRole[]>> = {
  external: ['link'],
  internal: ['link', 'guess'],
  bad: ['link'],
  resource: ['embedded', 'request', 'write', 'guess'],
};

/**
 * The filter that the options come to.
 * @throws BadInput for a condition that links of these kinds never meet
 */
export async function linkFilter(given: Given, kinds: readonly LinkKind[]): Promise<LinkFilter> {
  const { site, host, domain, text, level, technique, status, role, since, until } = given;
  const method = given.method?.toUpperCase();
  if (kinds.includes('bad') && (host ?? domain) !== undefined)
    throw new BadInput(`--${host === undefined ? 'domain' : 'host'}: bad links lead nowhere; choose another --kind`);
  if (kinds.some((kind) => kind !== 'internal') && status !== undefined)
    throw new BadInput('--status: only internal links have one; add --kind internal');
  if (role !== undefined && !kinds.some((kind) => rolesOf[kind].includes(role))) {
    const having = linkKinds.filter((kind) => rolesOf[kind].includes(role));
    throw new BadInput(`--role: ${kinds.join(' and ')} links have no role ${role}; add --kind ${having.join(' or ')}`);
  }
  if (method !== undefined && !isSafe(method) && !kinds.includes('resource'))
    throw new BadInput('--method: only resources have another than GET; add --kind resource');
  if (domain !== undefined) {
    const { registrableDomain } = await import('../url/scope.ts');
    const registrable = registrableDomain(hostName(domain));
    if (registrable !== hostName(domain))
      throw new BadInput(`--domain: "${domain}" is in the domain ${registrable}; for one host, give --host`);
  }
  return {
    site,
    host: host === undefined ? undefined : hostName(host),
    domain: domain === undefined ? undefined : hostName(domain),
    text,
    level,
    technique,
    status,
    role,
    method,
    since: since?.from,
    before: until?.to,
  };
}

/** Whether the options name any condition. */
export const hasConditions = (given: Given): boolean =>
  Object.entries(given).some(([key, value]) => key in linkFilterOptions && value !== undefined);
