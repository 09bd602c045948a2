import { z } from 'zod';
import { pageFunction } from '../browser/page-functions.ts';

/** What of acts is done in pages, by functions of `in-page/acts/`; see there. */
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
/** What stands for the text beside an element, and how many elements it has; null where there is none. */
const beside = z.object({ text: z.number(), elements: z.number() }).nullable();
export type ShownBeside = z.infer<typeof beside>;
export const shown = z.object({ text: z.number(), beside: z.array(beside).readonly() });
export type Shown = z.infer<typeof shown>;
