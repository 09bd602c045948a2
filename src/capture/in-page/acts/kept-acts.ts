import type { Gesture, ListenerSpec } from '../../explore/gestures.ts';
import { isConnected } from '../dom.ts';
import { linkLookOf, lookOf, rowLookOf } from './element-looks.ts';
import { isSeen } from './usable.ts';

/** State of all plans for this document's elements. */
export const kept = {
  targets: Array.of<Element>(),
  places: new Map<Element, number>(),
  /** Targets by look and place, since scripts redraw elements. */
  looks: new Map<string, number>(),
  /** Listeners of each target and gesture, with the places of their scripts; `own` for the element itself. */
  known: new Map<string, Map<Node | string, string>>(),
  /** Groups as which each target was pressed. */
  groups: new Map<string, Set<string>>(),
  /** Targets and gestures that were tried while unusable for a person. */
  unseen: new Set<string>(),
  /** Targets in a hidden block, which wait until the block is shown. */
  waiting: new Set<Element>(),
  /** Words of elements at the time of planning, and their listeners. */
  said: new Map<Element, { readonly words: string; readonly listens: Node | undefined }>(),
  /** Listening nodes; those that listen for others are searched for new elements. */
  roots: new Map<Node, ListenerSpec>(),
  /** Last text typed into each field. */
  texts: new Map<HTMLInputElement | HTMLTextAreaElement, string>(),
};

/** Targets whose elements were recreated since the last plan. */
export const renewed: number[] = [];

/** Returns the known target of an element, which replaces a removed element of the same look. */
export const knownPlaceOf = (element: Element): number | undefined => {
  const known = kept.places.get(element);
  const holder = known === undefined ? undefined : kept.targets[known];
  if (known !== undefined && holder !== element && holder && !isConnected(holder)) {
    kept.targets[known] = element;
    renewed.push(known);
  }
  return known;
};

/** Returns the target of an element: that of a removed element of the same look, or a new one. */
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
/** Tells whether an action was planned before with the same scripts listening. */
export const isKnown = (act: string, element: Element, place: string, root: Node): boolean => {
  const listeners = kept.known.get(act);
  if (!listeners || (kept.unseen.has(act) && isSeen(element))) return false;
  const listener = listenerOf(element, place, root);
  const before = listeners.get(listener);
  if (before === undefined) listeners.set(listener, place);
  return before === undefined || place.split(' ').every((one) => before.split(' ').includes(one));
};

/** @param said place of the scripts, with the chosen option */
export const know = (act: string, element: Element, place: string, root: Node, said = place) => {
  kept.unseen.delete(act);
  const listeners = kept.known.get(act) ?? new Map<Node | string, string>();
  const listener = listenerOf(element, place, root);
  kept.known.set(act, listeners.set(listener, `${listeners.get(listener) ?? ''} ${said}`.trim()));
};

/** Returns the places of the scripts that listen for a gesture at an element; undefined if never planned. */
export const heardAt = (element: Element, gesture: Gesture): string | undefined => {
  const [first] = kept.known.get(`${kept.places.get(element)} ${gesture}`)?.values() ?? [];
  return first;
};
