import type { ListenerSpec } from './gestures.ts';
import type { KeptActs } from './kept-acts.ts';

/** What elements hear by libraries that listen for them, see `LibraryHandlers`. */
export interface HeardByLibraries {
  readonly count: number;
  readonly kinds: readonly ListenerSpec[];
  readonly elements: readonly (readonly [place: number, kind: number])[];
}

/**
 * Runs in a page, in a world of our own: takes elements of which a library keeps what they hear for such as listen
 * themselves. What the library listens for is then meant for them, and for no others. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 *
 * @returns whether elements were left aside because they are too many, and whether all is told that a library listens for
 */
export function libraryListeners({ roots, libraryRoots }: KeptActs, { count, kinds, elements }: HeardByLibraries) {
  /** Elements of a kind that come to be planned for at once: the others do when these are done. */
  const mostAlike = 50;
  /** Kinds of events that only a library listens for all of, and those of one place in a script that are meant there. */
  const mostMeant = 20;
  const mostOfOnePlace = 3;
  const all = document.querySelectorAll('*');
  if (count !== all.length) return { hasMore: false, isWhole: libraryRoots.size > 0 };
  const taken = kinds.map(() => 0);
  let hasMore = false;
  for (const [place, kind] of elements) {
    const element = all[place];
    const heard = kinds[kind];
    if (!element || !heard) continue;
    const own = roots.get(element);
    if (own && heard.places.every((one) => own.places.includes(one))) continue;
    const before = taken[kind] ?? 0;
    hasMore ||= before >= mostAlike;
    if (before >= mostAlike) continue;
    taken[kind] = before + 1;
    roots.set(element, {
      types: [...(own?.types ?? []), ...heard.types],
      places: [...(own?.places ?? []), ...heard.places],
      strokes: [...(own?.strokes ?? []), ...heard.strokes],
      follows: own?.follows === true || heard.follows,
    });
  }
  const [first] = elements.map(([place]) => all[place]);
  for (const [root, spec] of roots) {
    const { types, places } = spec;
    if (!first || types.length <= mostMeant || !Node.prototype.contains.call(root, first)) continue;
    libraryRoots.add(root);
    const isElsewhere = (place: string) =>
      [...roots].some(([node, other]) => node !== root && other.places.includes(place));
    const isMeant = (_: unknown, at: number) => {
      const place = places[at] ?? '';
      return places.filter((one) => one === place).length <= mostOfOnePlace && !isElsewhere(place);
    };
    roots.set(root, { ...spec, types: types.filter(isMeant), places: places.filter(isMeant) });
  }
  return { hasMore, isWhole: libraryRoots.size > 0 };
}
