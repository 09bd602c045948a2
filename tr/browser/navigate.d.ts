import type { Response } from 'playwright';
import type { Target } from '../capture.ts';
import type { VisitPace } from '../network/visit-pace.ts';
import { type Tab } from './tab.ts';
/**
 * Leads the tab to an address.
 *
 * @returns the server's answer, and whether the tab shows it: a download and an answer without a body are not shown
 * @throws GiveUpVisit if no server was asked, RefusedVisit if one may not be
 * @throws TabBusy if the page before keeps the tab
 */
export declare function navigate(tab: Tab, { url, mayFollow }: Target, pace: VisitPace): Promise<{
    answer: Response;
    isShown: boolean;
}>;
