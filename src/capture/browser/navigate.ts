import type { Response } from 'playwright';
import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import { withoutFragment } from '../../url/parse.ts';
import type { Target } from '../capture.ts';
import { refererFor } from '../network/user-agent.ts';
import { certificateFault } from '../network/visit-error.ts';
import type { VisitPace } from '../network/visit-pace.ts';
import type { Visiting } from './requests/document-gate.ts';
import { type Tab, TabBusy } from './tab.ts';

/** Limit of origins whose certificates are remembered. */
const MOST_CERTIFICATES = 10_000;

/**
 * Navigates the tab to an address; again without cookies if the server may refuse them.
 *
 * @returns the server's answer, and true if the tab shows it: downloads and answers without a body are not shown
 * @throws GiveUpVisit if no server was asked, RefusedVisit if asking is forbidden
 * @throws TabBusy if the page before blocks the tab
 */
export async function navigate(tab: Tab, target: Target, pace: VisitPace): Promise<Navigated> {
  const navigated = await lead(tab, target, pace);
  const { answer } = navigated;
  return (await tab.forgetCookies(answer.url(), answer.status())) ? await lead(tab, target, pace) : navigated;
}

interface Navigated {
  readonly answer: Response;
  readonly isShown: boolean;
}

async function lead(tab: Tab, { url, mayFollow, foundOn, onOverload }: Target, pace: VisitPace): Promise<Navigated> {
  // Between two routes of an application nothing is loaded, so start from a blank page.
  if (withoutFragment(tab.page.url()) === withoutFragment(url)) await tab.page.goto('about:blank');
  const referer = refererFor(foundOn, new URL(url));
  const isShown = await goToServer(tab, { url, mayFollow, pace, onOverload, referer });
  const answer = isShown ? tab.shown?.answer : tab.answer;
  if (!answer) throw new GiveUpVisit('the server sent no document');
  return { answer, isShown };
}

/** Checks a server's certificate with its first page. An invalid one is accepted and reported from then on. */
async function goToServer(tab: Tab, visiting: Visiting): Promise<boolean> {
  const { certificates, gate, page } = tab;
  const { origin } = new URL(visiting.url);
  if (!certificates || certificates.has(origin)) return await go(tab, visiting, false);
  if (certificates.size >= MOST_CERTIFICATES) certificates.clear();
  await gate.ignoreCertificateErrors(false);
  try {
    const isShown = await go(tab, visiting, false);
    certificates.set(origin, undefined);
    return isShown;
  } catch (error) {
    const fault = certificateFault(/net::(ERR_\w+)/.exec(String(error))?.[1] ?? '');
    if (fault === undefined) throw error;
    certificates.set(origin, undefined).set(gate.unanswered?.url.origin ?? origin, fault);
    // Wait for Chromium's error page, which would otherwise interrupt the next navigation.
    await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: tab.patience.page }).catch(() => undefined);
    await gate.ignoreCertificateErrors(true);
    return await go(tab, visiting, false);
  }
}

async function go(tab: Tab, visiting: Visiting, isTooSlow: boolean): Promise<boolean> {
  const { url, referer } = visiting;
  const limit = await visiting.pace.document(new URL(url));
  if (limit !== undefined) throw new RetryVisit(`its host could not be asked in time: ${limit}`);
  await tab.unpark();
  tab.begin(visiting, isTooSlow);
  try {
    await tab.commit(
      tab.page.goto(url, { waitUntil: 'commit', timeout: 0, ...(referer !== undefined && { referer }) }),
    );
    return true;
  } catch (error) {
    const failure = tab.gate.failure ?? tab.gate.unanswered?.failure;
    if (failure) throw failure;
    if (tab.gate.bodies.isTooSlow && !isTooSlow) return await go(tab, visiting, true);
    if (endedByAnswer(tab.answer) && /ERR_ABORTED|Download is starting/.test(String(error))) return false;
    if (/interrupted by another navigation/.test(String(error))) throw new TabBusy('the page before goes elsewhere');
    throw error;
  }
}

const endedByAnswer = (answer: Response | undefined): boolean => answer !== undefined && answer.status() < 300;
