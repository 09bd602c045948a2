import { z } from 'zod';
import { pageFunction } from '../browser/page-functions.ts';

/** Functions of `in-page/acts/` that run in pages. */
export const PERFORM_IN_PAGE = pageFunction('performActs');
export const PLAN_IN_PAGE = pageFunction('planActs');
export const CONTROLS_IN_PAGE = pageFunction('controlKinds');

export const GONE_IN_PAGE = pageFunction('goneTargets');
export const goneTargets = z.array(z.number());

export const BRING_BACK_IN_PAGE = pageFunction('bringBack');
export const broughtBack = z.boolean();

export const LED_BACK_IN_PAGE = pageFunction('ledBack');
export const isLedBack = z.boolean();

export const SHOWN_IN_PAGE = pageFunction('shownText');
/** Hash of the text beside an element, and the number of elements there; null if there is none. */
const beside = z.object({ text: z.number(), elements: z.number() }).nullable();
export type ShownBeside = z.infer<typeof beside>;
export const shown = z.object({ text: z.number(), beside: z.array(beside).readonly() });
export type Shown = z.infer<typeof shown>;
