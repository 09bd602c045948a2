import { RetryVisit } from '../../domain/errors.js';
import { bareHost } from '../../url/bare-host.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { capturedFile } from '../files/read-file.js';
import { findLinks, Harvest } from '../find-links.js';
import { TOO_LARGE } from '../loaded-page.js';
import { accepted, isOtherType, isPageType, typeOf, validatorsOf } from '../network/answer-rules.js';
import { notValid } from '../network/certificate-fault.js';
import { nofollowOf } from '../network/nofollow.js';
import { LONG_TEXT, visibleText } from '../walk/visible-text.js';
import { MANY_LINKS } from '../walk/walk-rules.js';
import { DocumentGone } from './document-answers.js';
import { routeShown, takesAnyFragment, withRoutes } from './fragment-routes.js';
import { LivePage } from './live-page.js';
import { MEMORY, TookTooMuch } from './memory-watch.js';
import { navigate } from './navigate.js';
import { Redirects } from './redirects.js';
import { whenAtRest } from './rest.js';
import { TabBusy } from './tab.js';
/** Documents that a script may lead the tab to, one after the other, before the page is read. */
const MOST_DOCUMENTS = 5;
/** Takes away what Chromium, from 2026 on, says of XSLT on pages that are made by it, with links of its own. */
const WITHOUT_NOTICE = "document.querySelector('xslt-warning-banner')?.remove() === undefined";
/** Loads a page and reads it once it is at rest; if its scripts go on to another document then, that one. */
export async function readPage(tab, target, reading) {
    const captured = await read(tab, target, reading);
    const fault = tab.certificates?.get(new URL(captured.url).origin);
    return fault === undefined ? captured : { ...captured, limits: [notValid(fault), ...captured.limits] };
}
async function read(tab, target, reading) {
    const { url } = target;
    const { now, pace } = reading;
    const { answer, isShown } = await navigate(tab, target, pace);
    const httpStatus = accepted(bareHost(new URL(answer.url())), answer.status(), answer.headers(), now);
    const contentType = typeOf(answer.headers()['content-type'] ?? '');
    if (!isShown || (isOtherType(contentType) && !tab.gate.bodies.isMadePage)) {
        const headers = answer.headers();
        const file = { url: tab.shown?.url ?? landed(url, answer.url()), httpStatus, contentType, headers };
        return await capturedFile(file, bodyOf(tab, reading));
    }
    const begin = performance.now() - pace.waited;
    for (let documents = 1;; documents++) {
        try {
            return await readDocuments(tab, begin, reading);
        }
        catch (error) {
            if (!(error instanceof DocumentGone) || documents === MOST_DOCUMENTS)
                throw error;
        }
    }
}
/** Reads what the tab shows: a script may have sent it on to another document than was asked for. */
async function readDocuments(tab, begin, reading) {
    const ready = await whenAtRest(tab, begin);
    const { shown } = tab;
    if (tab.gate.failure)
        throw tab.gate.failure;
    if (!shown)
        throw new RetryVisit('the page has no document');
    if (tab.isLed)
        throw new TabBusy('the page before goes elsewhere');
    const { contentType, title, canonical, robots, isAnchored } = ready;
    const httpStatus = accepted(bareHost(new URL(shown.answer.url())), shown.answer.status(), shown.answer.headers(), reading.now);
    const url = isAnchored ? withoutFragment(shown.url) : shown.url;
    if (!isPageType(contentType)) {
        const file = { url, httpStatus, contentType, headers: shown.answer.headers() };
        return await capturedFile(file, bodyOf(tab, reading));
    }
    tab.hold();
    const { pace, habits, techniques } = reading;
    const redirects = await Redirects.to(tab, shown.answer, techniques.has('header') ? pace : undefined, habits);
    const takesAny = await takesAnyFragment(tab, ready);
    const route = routeShown(shown.url, ready, takesAny);
    if (takesAny)
        tab.observer.takeAnyFragment();
    if (route !== undefined)
        tab.observer.ledTo(route);
    const page = new LivePage(tab, ready, redirects.answers, habits);
    if (tab.gate.bodies.isMadePage)
        await page.frames[0]?.ask(WITHOUT_NOTICE);
    // Before anything is done to it.
    const text = await visibleText(page.frames);
    if (text.isCut)
        tab.limits.add(LONG_TEXT);
    const harvest = new Harvest();
    const beforeActs = async () => reading.beforeActs?.(page, harvest);
    await findLinks(page, techniques, harvest, beforeActs).catch((error) => {
        if (!(error instanceof TookTooMuch) || harvest.links.length === 0)
            throw error;
        tab.limits.add(MEMORY);
    });
    redirects.learn(harvest.links, (link) => page.isNews(link));
    page.has(harvest.links);
    if (page.frames.some(({ isCut }) => isCut))
        tab.limits.add(MANY_LINKS);
    if (tab.gate.bodies.isTooLarge)
        tab.limits.add(TOO_LARGE);
    reading.onFound?.(page, harvest);
    const [main] = page.frames;
    const links = takesAny && main ? await withRoutes(main, shown.url, harvest.links) : harvest.links;
    if (links.length === 0 && tab.limits.has('cut off'))
        throw new RetryVisit('the answer was cut off');
    const headers = shown.answer.headers();
    const nofollow = nofollowOf(robots, headers);
    const validators = validatorsOf(headers);
    const limits = [...tab.limits];
    return {
        kind: 'page',
        url,
        ...(route !== undefined && { route }),
        httpStatus,
        contentType,
        title,
        canonical,
        links,
        nofollow,
        text: text.blocks,
        asksPassword: text.asksPassword,
        limits,
        validators,
    };
}
const bodyOf = (tab, { techniques }) => (techniques.has('file') ? tab.gate.bodies.file : undefined);
/** Where the navigation ended. Answers come without the fragment: it is kept where there was no redirect. */
const landed = (asked, answered) => withoutFragment(asked) === withoutFragment(answered) ? asked : answered;
//# sourceMappingURL=read-page.js.map