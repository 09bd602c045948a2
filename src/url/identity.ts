import type { LeftOut } from './left-out.ts';

/** Parts of an address that can be left out of its identity, by their names in `--ignore-in-urls`; docs/identity.md. */
export const ignorableParts = [
  'session-ids',
  'tracking',
  'parameter-order',
  'default-documents',
  'percent-encoding',
] as const;
type IgnorablePart = (typeof ignorableParts)[number];

/**
 * What makes two addresses one. Fixed for a database, as the hashes of its links depend on it, but for what is learned to make
 * no difference.
 */
export interface Identity {
  /** Addresses that differ only in case are one. */
  readonly foldCase: boolean;
  /** Addresses that differ only in these are one. */
  readonly ignored: ReadonlySet<IgnorablePart>;
  /** Parameters that make no difference, by host; undefined: none is learned. */
  readonly leftOut?: LeftOut;
}
