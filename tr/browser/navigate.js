import { GiveUpVisit, RetryVisit } from '../../domain/errors.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { certificateFault } from '../network/certificate-fault.js';
import { TabBusy } from './tab.js';
/** Servers whose certificates are remembered. */
const MOST_CERTIFICATES = 10_000;
/**
 * Leads the tab to an address.
 *
 * @returns the server's answer, and whether the tab shows it: a download and an answer without a body are not shown
 * @throws GiveUpVisit if no server was asked, RefusedVisit if one may not be
 * @throws TabBusy if the page before keeps the tab
 */
export async function navigate(tab, { url, mayFollow }, pace) {
    // From one route of an application to another there is no load: begin afresh.
    if (withoutFragment(tab.page.url()) === withoutFragment(url))
        await tab.page.goto('about:blank');
    const isShown = await goToServer(tab, url, { mayFollow, pace });
    const answer = isShown ? tab.shown?.answer : tab.answer;
    if (!answer)
        throw new GiveUpVisit('the server sent no document');
    return { answer, isShown };
}
/** Finds out, with the first page of a server, whether its certificate is valid. One that is not is overlooked from then on. */
async function goToServer(tab, url, visiting) {
    const { certificates, gate, page } = tab;
    const { origin } = new URL(url);
    if (!certificates || certificates.has(origin))
        return await go(tab, url, visiting, false);
    if (certificates.size >= MOST_CERTIFICATES)
        certificates.clear();
    await gate.overlookCertificates(false);
    try {
        const isShown = await go(tab, url, visiting, false);
        certificates.set(origin, undefined);
        return isShown;
    }
    catch (error) {
        const fault = certificateFault(/net::(ERR_\w+)/.exec(String(error))?.[1] ?? '');
        if (fault === undefined)
            throw error;
        certificates.set(origin, undefined).set(gate.unanswered?.url.origin ?? origin, fault);
        // Chromium's own page about it would come between.
        await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit', timeout: tab.patience.page }).catch(() => undefined);
        await gate.overlookCertificates(true);
        return await go(tab, url, visiting, false);
    }
}
async function go(tab, url, visiting, isTooSlow) {
    const limit = await visiting.pace.document(new URL(url));
    if (limit !== undefined)
        throw new RetryVisit(`its host could not be asked in time: ${limit}`);
    await tab.unpark();
    tab.begin(visiting, isTooSlow);
    try {
        await tab.commit(tab.page.goto(url, { waitUntil: 'commit', timeout: 0 }));
        return true;
    }
    catch (error) {
        const failure = tab.gate.failure ?? tab.gate.unanswered?.failure;
        if (failure)
            throw failure;
        if (tab.gate.bodies.isTooSlow && !isTooSlow)
            return await go(tab, url, visiting, true);
        if (endedByAnswer(tab.answer) && /ERR_ABORTED|Download is starting/.test(String(error)))
            return false;
        if (/interrupted by another navigation/.test(String(error)))
            throw new TabBusy('the page before goes elsewhere');
        throw error;
    }
}
const endedByAnswer = (answer) => answer !== undefined && answer.status() < 300;
//# sourceMappingURL=navigate.js.map