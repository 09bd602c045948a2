/** What a person does to an element, in the order in which it is tried. */
export const gestures = [
  'press',
  'hover',
  'focus',
  'enter',
  'key',
  'touch',
  'double',
  'menu',
  'middle',
  'hold',
  'submit',
  'toggle',
  'drag',
  'copy',
  'wheel',
  'spot',
  'slide',
  'choose',
  'ask',
  'leave',
  'blur',
  'swipe-left',
  'swipe-right',
  'away',
  'release',
  'restore',
  'close',
] as const;
export type Gesture = (typeof gestures)[number];

/**
 * What is to be done to which element; the number is its place among the targets that the page keeps for us. What is
 * chosen is an option, by its number, of a field, by its place among the targets; the element, if it is another one, is
 * then pressed or submitted. A key that a handler names is an option, too: its place among the strokes that are kept; and so is a spot of a
 * picture, and a value of a slider; what is asked for are words and days, or boxes, too.
 */
export type Act = readonly [target: number, gesture: Gesture, field?: number | undefined, option?: number | undefined];

/** A key that is pressed, as events tell of it. */
export interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** An element that listens: to which events, and for each where the script stands that it calls. */
export interface ListenerSpec {
  readonly types: readonly string[];
  readonly places: readonly string[];
  /** Keys that these scripts ask for. */
  readonly strokes: readonly Stroke[];
  /** Whether what hears that a pointer is put down begins to hear then where it goes. */
  readonly follows: boolean;
}

/** The same, with the source of each script. */
export interface Listener extends ListenerSpec {
  readonly sources: readonly string[];
}

/** An act that is worth a try. Acts of one group do the same to elements of the same kind. */
export interface PlannedAct {
  readonly act: Act;
  readonly group: string;
  /** What the element, or what is chosen, calls itself. */
  readonly label: string;
  /** Where the scripts stand that listen. */
  readonly place: string;
  /** Where those stand that listen at the element itself, if others are meant. */
  readonly ownPlaces?: string | undefined;
  /** Where the element leads that it is done to, as it says itself: a route of an application may be one of these. */
  readonly href?: string | undefined;
  /** Whether the pointer or the focus only comes to a link that leads elsewhere: what is loaded by that is loaded ahead. */
  readonly isAhead?: boolean | undefined;
  /** What the element opens or closes, where it says so: another one that does the same would undo it. */
  readonly opens?: string | undefined;
  /** Whether it presses what says that it opens something: the next press closes it. */
  readonly isToggle?: boolean | undefined;
  /** Whether it presses one of several that are chosen from, or what is switched on and off. */
  readonly isChoice?: boolean | undefined;
  /** It shows one part of a page in place of the others. */
  readonly isTab?: boolean | undefined;
  /** Whether it types a text of several into a field, which is as it was once none is left. */
  readonly isTyped?: boolean | undefined;
  /** Whether that field says that it suggests something. */
  readonly suggests?: boolean | undefined;
  /** Whether that text is two letters, for a field that does nothing with one. */
  readonly isPair?: boolean | undefined;
  /** Whether it fills a field that must be filled: others ask for that first. */
  readonly isRequired?: boolean | undefined;
  /** Whether it chooses what can't be taken back: others come first, as what they bring may depend on it. */
  readonly isLasting?: boolean | undefined;
  /** Whether it presses a control, or presses or hovers over what listens itself: these come first, … */
  readonly isControl?: boolean | undefined;
  /** … and what is done to a part of one, or of a picture, such as an icon in a button, comes last; so does what was done before. */
  readonly comesLast?: boolean | undefined;
  /** Whether the pointer comes to a control of which another element hears it, as a page does for its menus: what opens may do so a while later. */
  readonly mayOpenLate?: boolean | undefined;
  /** Whether it presses what stands around a field, such as what lies behind a dialog. */
  readonly isAround?: boolean | undefined;
  /** Whether it says that it closes something. */
  readonly closes?: boolean | undefined;
  /** Whether it says that it leads to what was shown before. */
  readonly leadsBack?: boolean | undefined;
}

/** The same, with the places of its elements' words among those of the plan: of what is acted on, of what is chosen first. */
export interface WordedAct extends PlannedAct {
  readonly words: readonly number[];
}

/** What may be spent on one page. A round is some acts and a look at what came of them. */
export interface Budget {
  readonly acts: number;
  /** Elements in which one that listens for others is asked about. */
  readonly within: number;
  /** Rounds at first … */
  readonly rounds: number;
  /** … and at most: those that bring links give some more. */
  readonly mostRounds: number;
  /** Rounds that brought nothing, one after the other: then the page is left. */
  readonly inVain: number;
}
