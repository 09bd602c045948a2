/** Facts about gestures that exploration depends on. */
type Trait =
  /** It presses an element, and so would follow a link. */
  | 'presses'
  /** It clicks, which runs the script in a link's address as a separate task. */
  | 'clicks'
  /** It is done at a position of the pointer. */
  | 'points'
  /** It is done on elements that are disabled, as a field that it fills may enable them. */
  | 'enables'
  /** It is done on elements under a dialog, too. */
  | 'uncovers'
  /** No other action follows before the page is inspected. */
  | 'ends';

/** Gestures of a person, in the order in which they are tried. */
const table = [
  ['press', ['presses', 'clicks', 'points']],
  ['hover', ['points']],
  ['focus', []],
  ['enter', []],
  ['key', []],
  ['touch', ['presses', 'points']],
  ['double', ['presses', 'clicks', 'points']],
  ['menu', ['points']],
  ['middle', ['points']],
  ['hold', ['presses', 'points']],
  ['submit', []],
  ['toggle', []],
  ['drag', ['points']],
  ['copy', []],
  ['wheel', []],
  ['spot', []],
  ['slide', []],
  ['choose', ['enables']],
  ['ask', ['ends']],
  ['leave', ['points']],
  ['blur', []],
  ['swipe-left', ['points']],
  ['swipe-right', ['points']],
  ['away', []],
  ['release', []],
  ['restore', []],
  ['close', ['uncovers']],
] as const satisfies readonly (readonly [name: string, traits: readonly Trait[]])[];
export type Gesture = (typeof table)[number][0];
export const gestures: readonly Gesture[] = table.map(([name]) => name);

const traits = new Map<Gesture, readonly Trait[]>(table);
/** Tells whether a gesture has a trait. */
export const does = (gesture: Gesture, trait: Trait): boolean => traits.get(gesture)?.includes(trait) ?? false;

/**
 * An action as indexes into lists that the page stores, with its gesture. An option is chosen in the field, then the
 * target is pressed if it is another element; named keys, spots, slider values and queries count as options.
 */
export type Act = readonly [target: number, gesture: Gesture, field?: number | undefined, option?: number | undefined];

/** A pressed key, with the properties of keyboard events. */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** A listening element: the observed events, and the place of each event's script. */
export interface ListenerSpec {
  readonly types: readonly string[];
  readonly places: readonly string[];
  /** Keys that the scripts compare with. */
  readonly strokes: readonly Stroke[];
  /** True if a listener of `pointerdown` then starts to follow the pointer. */
  readonly follows: boolean;
}

/** A listening element with the source of each script. */
export interface Listener extends ListenerSpec {
  readonly sources: readonly string[];
}

/** An action worth a try. Actions of one group do the same to elements of the same kind. */
export interface PlannedAct {
  readonly act: Act;
  readonly group: string;
  /** Label of the element or of the chosen option. */
  readonly label: string;
  /** Places of the listening scripts. */
  readonly place: string;
  /** Places of the scripts that listen at the element itself, if different. */
  readonly ownPlaces?: string | undefined;
  /** Address that the element links to; a route of an application may be one. */
  readonly href?: string | undefined;
  /** True for a hover or focus on a link to elsewhere: loaded addresses are then preloads. */
  readonly isAhead?: boolean | undefined;
  /** Identifier that the element opens or closes, if given; another action with the same one would undo this one. */
  readonly opens?: string | undefined;
  /** True for a press on an element that says to open something: the next press closes it. */
  readonly isToggle?: boolean | undefined;
  /** True for a press on an element of a choice, or on a switch. */
  readonly isChoice?: boolean | undefined;
  /** True for a press that replaces a part of a page by another one. */
  readonly isTab?: boolean | undefined;
  /** True for one of several texts typed into a field, which is restored after the last one. */
  readonly isTyped?: boolean | undefined;
  /** True if the field says that it suggests values. */
  readonly suggests?: boolean | undefined;
  /** True for a text of two letters, for a field that ignores single ones. */
  readonly isPair?: boolean | undefined;
  /** True for filling a required field, which comes first since other fields depend on it. */
  readonly isRequired?: boolean | undefined;
  /** True for a choice that can't be undone: other actions come first, as their effects may depend on the choice. */
  readonly isLasting?: boolean | undefined;
  /** True for a press on a control, or a press on or hover over an element with listeners: these come first. */
  readonly isControl?: boolean | undefined;
  /** True for an action on a part of a control or picture, such as an icon, or one planned before: these come last. */
  readonly comesLast?: boolean | undefined;
  /** True for a hover over a control that another element observes, as for menus: these may open with a delay. */
  readonly mayOpenLate?: boolean | undefined;
  /** True for a press on the surroundings of a field, such as the backdrop of a dialog. */
  readonly isAround?: boolean | undefined;
  /** True if the label says that the element closes something. */
  readonly closes?: boolean | undefined;
  /** True if the label says that the element leads back to the state before. */
  readonly leadsBack?: boolean | undefined;
}

/** A planned action with indexes into the plan's words: those of the target and of the chosen option first. */
export interface WordedAct extends PlannedAct {
  readonly words: readonly number[];
}

/** Limits of the exploration of a page. A round is some actions and an inspection of the result. */
export interface Budget {
  readonly acts: number;
  /** Highest number of elements inspected inside a listening one. */
  readonly inside: number;
  /** Initial number of rounds. */
  readonly rounds: number;
  /** Highest number of rounds; productive rounds add some. */
  readonly mostRounds: number;
  /** Unproductive rounds in a row after which the exploration ends. */
  readonly dryRounds: number;
}
