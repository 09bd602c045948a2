import type { Dom } from './dom.ts';
import type { Walk } from './walk.ts';
import type { WalkRules } from './walk-rules.ts';
/**
 * Reads the links of a document: every element with an href or src that leads to a page, and forms; and all else that
 * holds addresses. One walk collects the text and the links, so that a link's context is a slice of the text around it.
 * It is sent into browsers as it stands, so it uses nothing from outside.
 */
export declare function walkLinks<Node>(dom: Dom<Node>, rules: WalkRules): Walk;
