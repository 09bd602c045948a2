import type { CDPSession } from 'playwright';
import type { Listener } from '../acts/gestures.ts';
/**
 * Which nodes of a tab's document, its shadow trees and its frames listen, by their number in the browser. They are asked
 * for in the page's own world: asked for in another, Chromium crashes soon after.
 */
export declare function listenersOf(cdp: CDPSession): Promise<ReadonlyMap<number, Listener>>;
/** Whether a tab's window hears one of some events. */
export declare function windowHears(cdp: CDPSession, types: readonly string[]): Promise<boolean>;
