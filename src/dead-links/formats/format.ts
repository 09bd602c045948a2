import type { CheckedLink } from '../../storage/lists/checked-links.ts';

/** File format for lists of checked links. */
export interface DeadLinksFormat {
  readonly name: string;
  /** File name extension, with its dot. */
  readonly ending: string;
  readonly summary: string;
  /** Yields the document in pieces. @param now milliseconds since the epoch */
  text(links: Iterable<CheckedLink>, now: number): Iterable<string>;
}

/** Describes a link's fault in words. */
export const troubleOf = ({ state, reason, movedTo }: CheckedLink): string =>
  state === 'moved' ? `moved to ${movedTo ?? ''}` : reason;
