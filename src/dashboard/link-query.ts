import { z } from 'zod';
import { linkKinds, linkSortKeys, linkStatuses, listedRoles } from '../domain/link.ts';
import type { LinkFilter, LinkPage } from '../storage/lists/links.ts';
import { hostName } from '../url/host-name.ts';

const DAY = 86_400_000;

export const linkKindParam = z.enum(linkKinds);

const text = z.string().min(1).max(1000).optional();
const day = z.iso.date().transform((date) => Date.parse(date));
const level = z.coerce.number().int().min(0);

/** Which links, as it stands in addresses: all conditions that are set must hold. */
export const linkConditions = z.object({
  /** Part of the anchor, the context or the address. */
  text,
  site: text,
  host: text.transform((host) => (host === undefined ? undefined : hostName(host))),
  domain: text.transform((domain) => (domain === undefined ? undefined : hostName(domain))),
  url: text,
  anchor: text,
  context: text,
  rel: text,
  source: text,
  element: text,
  technique: text,
  reason: text,
  method: text.transform((method) => method?.toUpperCase()),
  status: z.enum(linkStatuses).optional(),
  role: z.enum(listedRoles).optional(),
  levelFrom: level.optional(),
  levelTo: level.optional(),
  /** First seen on that day (UTC) or later; or before. */
  since: day.optional(),
  until: day.optional(),
});

/** Conditions, and how the list is put in order: `url`, or `-url` for the largest first. */
export const linkQuery = linkConditions.extend({
  deleted: z.enum(['true']).optional(),
  sort: z
    .string()
    .transform((given, context): LinkPage['sort'] => {
      const key = linkSortKeys.find((name) => name === given.replace(/^-/, ''));
      if (key) return { key, descending: given.startsWith('-') };
      context.addIssue({ code: 'custom', message: `must be one of ${linkSortKeys.join(', ')}` });
      return z.NEVER;
    })
    .optional(),
});

export function filterOf(given: z.infer<typeof linkConditions>): LinkFilter {
  const { text: anywhere, site, host, domain, element, technique, reason, method, status, role, since, until } = given;
  const { url, anchor, context, rel, source, levelFrom, levelTo } = given;
  return {
    ...{ text: anywhere, site, host, domain, element, technique, reason, method, status, role, since },
    parts: { url, anchor, context, rel, source },
    level:
      levelFrom === undefined && levelTo === undefined
        ? undefined
        : { from: levelFrom ?? 0, to: levelTo ?? Number.MAX_SAFE_INTEGER },
    before: until === undefined ? undefined : until + DAY,
  };
}
