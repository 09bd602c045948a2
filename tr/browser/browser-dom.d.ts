import type { Dom } from '../walk/dom.ts';
import type { WalkRules } from '../walk/walk-rules.ts';
interface BrowserDom extends Dom<Node> {
    /** Label of the document's encoding. */
    readonly encoding: string;
    /** How many of the elements seen so far are such as scripts give closed shadow roots to; none where no scripts run. */
    possibleHosts(): number;
    /** How many nodes were seen so far. */
    nodes(): number;
}
/**
 * Runs in the page: its DOM as scripts left it, open shadow roots included. Everything is asked of the DOM's
 * prototypes: a field named `lastChild` hides its form's own.
 *
 * @param time which time the document is walked: what earlier times told is not told again
 * @param closed a host, its closed shadow root, another host and so on
 */
export declare function browserDom(rules: WalkRules, time: number, closed: readonly Node[]): BrowserDom;
export {};
