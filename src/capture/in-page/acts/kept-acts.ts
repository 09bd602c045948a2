import type { Gesture, ListenerSpec, Stroke } from '../../explore/gestures.ts';
import { isConnected } from '../dom.ts';
import { linkLookOf, lookOf, rowLookOf } from './element-looks.ts';
import type { Spot } from './pictures.ts';
import { isSeen } from './usable.ts';

/** What was planned for the elements of this document, from one plan to the next. */
export const kept = {
  targets: Array.of<Element>(),
  places: new Map<Element, number>(),
  /** Targets by what they looked like and where they stood: scripts draw elements again. */
  looks: new Map<string, number>(),
  /** For each target and gesture, what hears it, and by which scripts: an element that listens itself is `own`. */
  known: new Map<string, Map<Node | string, string>>(),
  /** For each target that is pressed, as one of which groups. */
  groups: new Map<string, Set<string>>(),
  /** Targets and gestures that were tried while no person could have done so. */
  unseen: new Set<string>(),
  /** Targets that are hidden with the block that they stand in, and wait until it is shown. */
  waiting: new Set<Element>(),
  /** What elements said of themselves when their acts were planned, and what listens for them. */
  said: new Map<Element, { readonly words: string; readonly listens: Node | undefined }>(),
  /** What listens: who does so for others is asked again for what is new in it. */
  roots: new Map<Node, ListenerSpec>(),
  /** Keys that handlers name, by what they are. */
  strokes: new Map<string, Stroke>(),
  /** Options of lists, by what they say, and what is typed into fields: scripts put others in their places. */
  options: Array.of<string>(),
  /** What may be pointed at in pictures. */
  spots: new Map<Element, readonly Spot[]>(),
  /** How many of the usual keys were struck at elements. */
  struck: new Map<Element, number>(),
  /** Fields that were typed into, and what. */
  texts: new Map<HTMLInputElement | HTMLTextAreaElement, string>(),
  /** Fields into which several texts are typed, and which. */
  typed: new Map<Element, readonly string[]>(),
  /** What buttons and forms may ask for: fields that are filled, and boxes that are ticked. */
  asked: new Map<Element, { readonly filled: readonly Element[]; readonly ticked: readonly Element[] }>(),
  /** Fields that were filled for one try only. */
  filled: new Set<Element>(),
};

/** Targets whose elements were drawn again since the last plan. */
export const renewed: number[] = [];

/** The place that an element has among the targets; it has it back from one like it that has come and gone. */
export const knownPlaceOf = (element: Element): number | undefined => {
  const known = kept.places.get(element);
  const holder = known === undefined ? undefined : kept.targets[known];
  if (known !== undefined && holder !== element && holder && !isConnected(holder)) {
    kept.targets[known] = element;
    renewed.push(known);
  }
  return known;
};

/** An element's place among the targets: that of one like it that is gone, if there was one. */
export const placeOf = (element: Element): number => {
  const known = knownPlaceOf(element);
  if (known !== undefined) return known;
  const looks = [lookOf, rowLookOf, linkLookOf].flatMap((look) => look(element) ?? []);
  const isGone = (like: number) => !isConnected(kept.targets[like] ?? document);
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
export const isKnown = (act: string, element: Element, place: string, root: Node): boolean => {
  const heard = kept.known.get(act);
  if (!heard || (kept.unseen.has(act) && isSeen(element))) return false;
  const listener = listenerOf(element, place, root);
  const before = heard.get(listener);
  if (before === undefined) heard.set(listener, place);
  return before === undefined || place.split(' ').every((one) => before.split(' ').includes(one));
};

/** @param said the place, with what is chosen there */
export const know = (act: string, element: Element, place: string, root: Node, said = place) => {
  kept.unseen.delete(act);
  const heard = kept.known.get(act) ?? new Map<Node | string, string>();
  const listener = listenerOf(element, place, root);
  kept.known.set(act, heard.set(listener, `${heard.get(listener) ?? ''} ${said}`.trim()));
};

/** Where the scripts stand that hear a gesture at an element; undefined if it was never planned. */
export const heardAt = (element: Element, gesture: Gesture): string | undefined => {
  const [first] = kept.known.get(`${kept.places.get(element)} ${gesture}`)?.values() ?? [];
  return first;
};
