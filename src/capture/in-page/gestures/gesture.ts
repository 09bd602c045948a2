import type { ElementWords } from '../../../safety/element.ts';
import type { Gesture, PlannedAct } from '../../explore/gestures.ts';

/** Page functions that gestures need. */
export interface GesturePage {
  /** Tells whether the page has changed since the action began. */
  hasChanged(): boolean;
  /** Marks an element as the one clicked by the crawler. */
  actOn(element: Element | undefined): void;
}

/** Plans a gesture on an element for scripts at `place` that listen at `root`, by default the element itself. */
export type PlanGesture = (element: Element, gesture: Gesture, place: string, root?: Node) => void;

/** A gesture: where it is planned, how it is done, and how that is undone. */
export interface GesturePlugin {
  /** Event types: the gesture is planned where a script listens for one of them. */
  readonly events?: readonly string[];
  /** Returns the elements of a listener on which the gesture is planned; by default its controls and innermost ones. */
  elements?(root: Node): readonly Element[];
  /** Plans the gesture on one of these elements; by default as it is, without options. */
  planAt?(element: Element, place: string, root: Node, plan: PlanGesture): void;
  /** Plans variants of the gesture for a listener, such as named keys. */
  planVariants?(root: Node, place: string): void;
  /** Plans the gesture on elements without listeners. */
  planUnheard?(plan: PlanGesture): void;
  /** Returns properties of a planned action that determine its order and what it would undo. */
  describe?(element: Element, root: Node): Partial<PlannedAct>;
  /** Returns the element that has to be usable, if not the one that gets the events. */
  usedFor?(element: Element): Element | undefined;

  /** Does the gesture, with an optional field to use first, and the index of an option. */
  perform(element: Element, field: Element | undefined, option: number, page: GesturePage): void | Promise<void>;
  /** Returns the current index of a planned option, which scripts may have moved; negative if it is gone. */
  optionNow?(field: Element | undefined, planned: number): number;
  /** Returns the words of an element for one of its options. */
  wordsOf?(element: Element, option: number, whole: ElementWords): ElementWords;
  /** Gesture whose late effects this one would undo: on one element it waits for the next batch. */
  readonly waitsFor?: Gesture;
  /** Undoes what the gesture has left, before the next batch. */
  undo?(page: GesturePage): void;
}
