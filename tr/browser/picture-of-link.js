import { setTimeout as sleep } from 'node:timers/promises';
import { GiveUpVisit } from '../../domain/errors.js';
import { classifyFound } from '../../url/classify.js';
import { identityKey, storedKey } from '../../url/normalise.js';
import { parseUrl } from '../../url/parse.js';
import { visitError } from '../network/visit-error.js';
import { VisitPace } from '../network/visit-pace.js';
import { techniques as allTechniques } from '../techniques/registry.js';
import { startBrowser } from './browser.js';
import { clearOutlines, outlineLinks, showOutline } from './draw-links.js';
import { pictureOfView, sizeOf } from './link-picture.js';
import { readPage } from './read-page.js';
import { Tab } from './tab.js';
/** How long a page may take to be drawn, in milliseconds. */
const DRAWN_WITHIN = 5000;
/** By the page's clock, in milliseconds: what it has to do to be drawn. */
const SOON = 100;
/** Milliseconds after which it is given that time once more. */
const PAUSE = 50;
const acting = new Set(allTechniques.filter(({ act }) => act).map(({ name }) => name));
/**
 * Opens a page in a browser of its own, reads it as a crawl does, and takes a picture of the view where the link is.
 * @throws RetryVisit, GiveUpVisit where a crawl could not read it; CommandFailed, BadInput where there is no browser
 */
export async function pictureOfLink(options) {
    const { signal } = options;
    signal.throwIfAborted();
    const { browser, tabOptions } = await startBrowser({ ...options, isSeen: true });
    const close = () => void browser.close().catch(() => undefined);
    signal.addEventListener('abort', close);
    try {
        signal.throwIfAborted();
        return await taken(await Tab.open(browser, 0, tabOptions), options);
    }
    catch (error) {
        signal.throwIfAborted();
        throw error;
    }
    finally {
        signal.removeEventListener('abort', close);
        await browser.close().catch(() => undefined);
    }
}
async function taken(tab, options) {
    const { url, link, identity, turns, now } = options;
    const isActed = link.technique !== null && acting.has(link.technique);
    const techniques = new Set([...options.techniques].filter((name) => isActed || !acting.has(name)));
    const isWanted = wanted(link, identity);
    let frames = [];
    let before;
    const reading = {
        ...{ now, techniques, pace: new VisitPace(turns) },
        async beforeActs(page, { links }) {
            if (before)
                return;
            before = await seen(tab, page.frames, links.filter((one) => isWanted(one, page.address)));
            await clearOutlines(page.frames);
        },
        onFound(page) {
            frames = page.frames;
        },
    };
    const captured = await readPage(tab, { url, site: 0 }, reading).catch((error) => {
        throw visitError(error);
    });
    if (captured.kind === 'file')
        throw new GiveUpVisit(`a file, not a page: ${captured.contentType}`);
    const landed = captured.url;
    if (before?.isOutlined)
        return { ...before, sight: 'outlined', landed };
    const found = captured.links.filter((one) => isWanted(one, landed));
    const last = await seen(tab, frames, found);
    return { ...last, sight: sightOf(last.isOutlined, before !== undefined, found), landed };
}
function sightOf(isOutlined, isActedOn, found) {
    if (found.length === 0)
        return 'gone';
    if (isOutlined)
        return isActedOn ? 'acted' : 'outlined';
    if (found.every(({ technique }) => acting.has(technique)))
        return 'by-act';
    return found.some(({ technique }) => technique === 'dom') ? 'hidden' : 'bare';
}
/** Whether a found link is the one that is stored. */
function wanted(link, identity) {
    const key = keyOf(link, identity);
    return (found, documentUrl) => {
        // Whether an address is internal decides about nothing here.
        const one = classifyFound(found, documentUrl, () => true, identity);
        return one !== undefined && (one.kind === 'bad') === (link.kind === 'bad') && ownKey(one) === key;
    };
}
const ownKey = (link) => (link.kind === 'bad' ? link.raw : link.key);
/** As `classifyFound` has it. */
function keyOf({ kind, url, method }, identity) {
    const address = kind === 'bad' ? undefined : parseUrl(url);
    if (!address)
        return url;
    const key = kind === 'internal' ? storedKey(address, identity) : identityKey(address, identity);
    return method === null || method === 'GET' ? key : `${method} ${key}`;
}
/** Outlines links and takes a picture of the view where one of them is; of the page's top where none is seen. */
async function seen(tab, frames, links) {
    // One colour, whatever it is: the page has one link that is outlined.
    const counts = await outlineLinks(frames, links.map((link) => ({ ...link, kind: 'bad' })));
    const isOutlined = counts.bad.outlined > 0;
    const bearing = frames.filter(({ isMain, url }) => links.some(({ frame }) => frame === (isMain ? '' : url)));
    if (isOutlined)
        for (const frame of bearing)
            await showOutline(frames, frame);
    const picture = await drawn(tab);
    return { isOutlined, picture, ...(picture ? sizeOf(picture) : { width: 0, height: 0 }) };
}
/** A picture of the view; undefined where it is not drawn in time. */
async function drawn(tab) {
    let isOver = false;
    const picture = pictureOfView(tab.cdp, DRAWN_WITHIN)
        .catch(() => undefined)
        .finally(() => {
        isOver = true;
    });
    // The page's clock stands still: it is drawn anew only as time passes, and may have to do something before.
    while (!isOver && tab.shown) {
        const passing = await tab.pass(SOON, DRAWN_WITHIN).catch(() => undefined);
        if (passing === undefined)
            break;
        await Promise.race([picture, sleep(PAUSE)]);
    }
    return await picture;
}
//# sourceMappingURL=picture-of-link.js.map