import { badReasons, badReasonTexts, type LinkKind, linkStatuses, listedRoles } from './link.ts';
import { linkStates } from './link-check.ts';

/** Condition for filtering links. The SQL is in storage/lists/links.ts. */
interface LinkCondition {
  readonly takes: 'text' | 'host' | 'method' | 'status' | 'checked' | 'role' | 'levels' | 'level' | 'since' | 'until';
  /** Kinds of links that can meet the condition; all by default. */
  readonly kinds?: readonly LinkKind[];
  /** Label of the dashboard's field, with `options` as the values to choose from. */
  readonly label?: string;
  readonly options?: readonly string[];
  /** Texts for values that need an explanation. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Option of the command line. */
  readonly flag?: { readonly value: string; readonly description: string };
}

const LEADING: readonly LinkKind[] = ['external', 'internal', 'resource'];
const TEXTED: readonly LinkKind[] = ['external', 'internal'];

const flag = (value: string, description: string) => ({ value, description });

/** Conditions by their name in addresses and, if they have a flag, on the command line. */
export const linkConditions = {
  site: {
    ...{ takes: 'text', label: 'Site' },
    flag: flag('SITE', 'found on this site: short name, start address or host'),
  },
  host: { takes: 'host', kinds: LEADING, label: 'Host', flag: flag('HOST', 'links to this host, without the port') },
  domain: {
    ...{ takes: 'host', kinds: LEADING, label: 'Domain' },
    flag: flag('DOMAIN', 'links to this registrable domain'),
  },
  text: {
    ...{ takes: 'text', label: 'Text, context or address' },
    flag: flag('TEXT', 'with TEXT in the anchor, its context or the address, in any case'),
  },
  url: { takes: 'text', label: 'Address contains' },
  anchor: { takes: 'text', label: 'Link text contains' },
  context: { takes: 'text', kinds: TEXTED, label: 'Context contains' },
  source: { takes: 'text', label: 'Found on page' },
  rel: { takes: 'text', kinds: TEXTED, label: 'rel contains' },
  element: { takes: 'text', label: 'Element' },
  level: { takes: 'levels', flag: flag('LEVELS', 'on this level (2) or these (0-3); a start page is level 0') },
  technique: { takes: 'text', label: 'Technique', flag: flag('NAME', 'found by this technique, such as dom') },
  reason: { takes: 'text', kinds: ['bad'], label: 'Reason', options: badReasons, meanings: badReasonTexts },
  status: {
    ...{ takes: 'status', kinds: ['internal'], label: 'Status', options: linkStatuses },
    flag: flag('STATUS', `internal links with this status: ${linkStatuses.join(', ')}`),
  },
  checked: {
    ...{ takes: 'checked', kinds: TEXTED, label: 'Checked', options: linkStates },
    flag: flag('STATE', `that forager dead found to be: ${linkStates.join(', ')}`),
  },
  role: {
    ...{ takes: 'role', kinds: ['internal', 'resource'], label: 'Role', options: listedRoles },
    flag: flag('ROLE', `with this role: ${listedRoles.join(', ')}`),
  },
  method: {
    ...{ takes: 'method', kinds: ['resource'], label: 'Method' },
    flag: flag('METHOD', 'requested with this HTTP method, such as POST'),
  },
  levelFrom: { takes: 'level', label: 'Level from' },
  levelTo: { takes: 'level', label: 'Level to' },
  since: {
    ...{ takes: 'since', label: 'First seen since' },
    flag: flag('DATE', 'first seen on or after this date, or date-time (UTC)'),
  },
  until: {
    ...{ takes: 'until', label: 'First seen until' },
    flag: flag('DATE', 'first seen on or before this date, or date-time (UTC)'),
  },
} as const satisfies Readonly<Record<string, LinkCondition>>;

export type LinkConditions = typeof linkConditions;

/** Conditions as a list, with their names. */
export const namedConditions: readonly (LinkCondition & { readonly name: string })[] = Object.entries(
  linkConditions,
).map(([name, condition]) => ({ name, ...condition }));
