import type { CheckedLink } from '../../storage/lists/checked-links.ts';

/** A format of lists of checked links. */
export interface DeadLinksFormat {
  readonly name: string;
  /** Of its files. */
  readonly ending: string;
  readonly summary: string;
  /** The document, piece by piece. @param now milliseconds since the epoch */
  text(links: Iterable<CheckedLink>, now: number): Iterable<string>;
}

/** Says in words what is wrong with a link. */
export const troubleOf = ({ state, reason, movedTo }: CheckedLink): string =>
  state === 'moved' ? `moved to ${movedTo ?? ''}` : reason;
