import type { elementLooks } from './element-looks.ts';
import type { Gesture, ListenerSpec, Stroke } from './gestures.ts';
import type { isSeen } from './is-seen.ts';
import type { Spot } from './picture-spots.ts';

/** What a document's world of ours keeps under `Symbol.for('acts')` from one plan to the next. */
export interface KeptActs {
  readonly targets: Element[];
  readonly places: Map<Element, number>;
  /** Targets by what they looked like and where they stood: scripts make elements anew. */
  readonly looks: Map<string, number>;
  /** For each target and gesture, what hears it, and by which scripts: an element that listens itself is `own`. */
  readonly known: Map<string, Map<Node | string, string>>;
  /** For each target that is pressed, as one of which groups. */
  readonly groups: Map<string, Set<string>>;
  /** Targets and gestures that were tried while nobody could have done so. */
  readonly unseen: Set<string>;
  /** Targets that are hidden with the block that they stand in, and wait until it is shown. */
  readonly waiting: Set<Element>;
  /** What elements said of themselves when their acts were planned, and what listens for them. */
  readonly said: Map<Element, { readonly words: string; readonly listens: Node | undefined }>;
  /** What listens: who does so for others is asked again for what is new in it. */
  readonly roots: Map<Node, ListenerSpec>;
  /** Keys that handlers name, by what they are. */
  readonly strokes: Map<string, Stroke>;
  /** Options of lists, by what they say, and what is typed into fields: scripts put others in their places. */
  readonly options: string[];
  /** What may be pointed at in pictures. */
  readonly spots: Map<Element, readonly Spot[]>;
  /** How many of the usual keys were struck at elements. */
  readonly struck: Map<Element, number>;
  /** Fields that were typed into, and what. */
  readonly texts: Map<HTMLInputElement | HTMLTextAreaElement, string>;
  /** Fields into which several texts are typed, and which. */
  readonly typed: Map<Element, readonly string[]>;
  /** What buttons and forms may ask for: fields that are filled, and boxes that are ticked. */
  readonly asked: Map<Element, { readonly filled: readonly Element[]; readonly ticked: readonly Element[] }>;
  /** Fields that were filled for one try only. */
  readonly filled: Set<Element>;
}

/**
 * Runs in a page, in a world of our own: which targets its elements are, and what was planned for them before. It is sent
 * into browsers as it stands, so it uses nothing from outside.
 */
export function keptActs(looksOf: ReturnType<typeof elementLooks>, isUsable: typeof isSeen) {
  const { lookOf, rowLookOf, linkLookOf } = looksOf;
  const symbol = Symbol.for('acts');
  const fresh: KeptActs = {
    targets: [],
    places: new Map(),
    looks: new Map(),
    known: new Map(),
    groups: new Map(),
    unseen: new Set(),
    waiting: new Set(),
    said: new Map(),
    roots: new Map(),
    strokes: new Map(),
    options: [],
    spots: new Map(),
    struck: new Map(),
    texts: new Map(),
    typed: new Map(),
    asked: new Map(),
    filled: new Set(),
  };
  const kept: KeptActs = Reflect.get(globalThis, symbol) ?? fresh;
  Reflect.set(globalThis, symbol, kept);
  /** Targets whose elements were made anew. */
  const renewed: number[] = [];

  /** The place that an element has among the targets; it has it back from one like it that has come and gone. */
  const knownPlaceOf = (element: Element): number | undefined => {
    const known = kept.places.get(element);
    const holder = known === undefined ? undefined : kept.targets[known];
    if (known !== undefined && holder !== element && holder && !Reflect.get(Node.prototype, 'isConnected', holder)) {
      kept.targets[known] = element;
      renewed.push(known);
    }
    return known;
  };
  /** An element's place among the targets: that of one like it that is gone, if there was one. */
  const placeOf = (element: Element): number => {
    const known = knownPlaceOf(element);
    if (known !== undefined) return known;
    const looks = [lookOf, rowLookOf, linkLookOf].flatMap((look) => look(element) ?? []);
    const isGone = (like: number) => !Reflect.get(Node.prototype, 'isConnected', kept.targets[like] ?? document);
    const like = looks.flatMap((look) => kept.looks.get(look) ?? []).find(isGone);
    const gone = like === undefined ? undefined : kept.targets[like];
    const target = like ?? kept.targets.push(element) - 1;
    const before = gone && kept.said.get(gone);
    if (before) kept.said.set(element, { ...before, listens: before.listens === gone ? element : before.listens });
    if (gone) renewed.push(target);
    kept.targets[target] = element;
    kept.places.set(element, target);
    for (const look of looks) kept.looks.set(look, target);
    return target;
  };
  const listenerOf = (element: Element, place: string, root: Node): Node | string =>
    place === 'natural' ? place : root === element ? 'own' : root;
  /** Whether an act was planned before, and what hears it calls the same scripts as then. */
  const isKnown = (act: string, element: Element, place: string, root: Node): boolean => {
    const heard = kept.known.get(act);
    if (!heard || (kept.unseen.has(act) && isUsable(element))) return false;
    const listener = listenerOf(element, place, root);
    const before = heard.get(listener);
    if (before === undefined) heard.set(listener, place);
    return before === undefined || place.split(' ').every((one) => before.split(' ').includes(one));
  };
  /** @param said the place, with what is chosen there */
  const know = (act: string, element: Element, place: string, root: Node, said = place) => {
    kept.unseen.delete(act);
    const heard = kept.known.get(act) ?? new Map<Node | string, string>();
    const listener = listenerOf(element, place, root);
    kept.known.set(act, heard.set(listener, `${heard.get(listener) ?? ''} ${said}`.trim()));
  };
  /** Where the scripts stand that hear a gesture at an element; undefined if it was never planned. */
  const heardAt = (element: Element, gesture: Gesture): string | undefined => {
    const [first] = kept.known.get(`${kept.places.get(element)} ${gesture}`)?.values() ?? [];
    return first;
  };
  return { kept, renewed, knownPlaceOf, placeOf, isKnown, know, heardAt };
}
