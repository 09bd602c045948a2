import type { Technique } from './technique.ts';
/**
 * What a person brings about: elements that listen are pressed, hovered, focused, typed into, dragged and so on, the
 * newest first, and what that adds is acted on in its turn. Of elements of one kind that do the same, more are tried as
 * long as they bring links.
 */
export declare const events: Technique;
/** The same with a budget that is seldom used up. */
export declare const moreEvents: Technique;
