import type { Response } from 'playwright';
import { GiveUpVisit } from '../domain/errors.ts';
import type { Target } from './capture.ts';
import { type Tab, TabBusy } from './tab.ts';
import { withoutFragment } from './without-fragment.ts';

/**
 * Leads the tab to an address.
 *
 * @returns the server's answer, and whether the tab shows it: a download and an answer without a body are not shown
 * @throws GiveUpVisit if no server was asked, RefusedVisit if one may not be
 * @throws TabBusy if the page before keeps the tab
 */
export async function navigate(tab: Tab, target: Target): Promise<{ answer: Response; isShown: boolean }> {
  const { url } = target;
  // From one route of an application to another there is no load: begin afresh.
  if (withoutFragment(tab.page.url()) === withoutFragment(url)) await tab.page.goto('about:blank');
  const isShown = await go(tab, target, false);
  const answer = isShown ? tab.shown?.answer : tab.answer;
  if (!answer) throw new GiveUpVisit('the server sent no document');
  return { answer, isShown };
}

async function go(tab: Tab, target: Target, isTooSlow: boolean): Promise<boolean> {
  tab.begin(target.mayFollow, isTooSlow);
  try {
    await tab.commit(tab.page.goto(target.url, { waitUntil: 'commit', timeout: tab.patience.answer }));
    return true;
  } catch (error) {
    const failure = tab.gate.failure ?? tab.gate.noConnection;
    if (failure) throw failure;
    if (tab.gate.isTooSlow && !isTooSlow) return await go(tab, target, true);
    if (endedByAnswer(tab.answer) && /ERR_ABORTED|Download is starting/.test(String(error))) return false;
    if (/interrupted by another navigation/.test(String(error))) throw new TabBusy('the page before goes elsewhere');
    throw error;
  }
}

const endedByAnswer = (answer: Response | undefined): boolean => answer !== undefined && answer.status() < 300;
