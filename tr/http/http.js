import { RetryVisit, troubleAt } from '../../domain/errors.js';
import { WRITTEN_BY_SCRIPTS } from '../../domain/page.js';
import { bareHost } from '../../url/bare-host.js';
import { hasRoute } from '../../url/normalise.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { PageReader } from '../documents/page-reader.js';
import { ParsedDocument } from '../documents/parsed-document.js';
import { capturedFile } from '../files/read-file.js';
import { findLinks } from '../find-links.js';
import { accepted, validatorsOf } from '../network/answer-rules.js';
import { notValid } from '../network/certificate-fault.js';
import { DocumentTurns } from '../network/document-turns.js';
import { nofollowOf } from '../network/nofollow.js';
import { patience } from '../network/patience.js';
import { visitError } from '../network/visit-error.js';
import { VisitPace } from '../network/visit-pace.js';
import { readTexts, techniqueNames } from '../techniques/choice.js';
import { LONG_TEXT, visibleText } from '../walk/visible-text.js';
import { HttpClient, MOST_BODY } from './http-client.js';
import { contentOf } from './http-document.js';
import { FrameLoader } from './http-frames.js';
import { HttpSession, isWeb, LeftAside } from './http-session.js';
/** Pages after which a site's cookies are forgotten, as a tab's are. */
const READS_PER_SESSION = 200;
/** Sites whose cookies are kept. */
const MOST_SESSIONS = 1000;
/** Reads pages without a browser: what a server sends, its frames included, scripts not run. */
export class HttpCapture {
    #options;
    #patience;
    #client;
    #turns;
    /** Least recently used first. */
    #sessions = new Map();
    constructor(options) {
        this.#options = options;
        this.#patience = { ...patience, ...options.patience };
        this.#client = new HttpClient(options);
        this.#turns = options.turns ?? new DocumentTurns(() => 0);
    }
    async start() { }
    async read(target) {
        const { captured, documents } = await this.#readOrTell(target, false);
        const isUnwritten = documents.length > 0 && documents.every(({ reading }) => reading.awaitsScripts);
        return isUnwritten ? { ...captured, limits: [...captured.limits, WRITTEN_BY_SCRIPTS] } : captured;
    }
    /** The same, with the documents that were read, and their features. */
    readDocuments(target) {
        return this.#readOrTell(target, true);
    }
    async close() {
        await this.#client.close();
    }
    async #readOrTell(target, wantsFeatures) {
        const pace = new VisitPace(this.#turns);
        return await this.#read(target, pace, wantsFeatures).catch((error) => {
            throw troubleAt(visitError(error), pace.asked);
        });
    }
    async #read({ url, site, mayFollow }, pace, wantsFeatures) {
        const { now, techniques = techniqueNames('active') } = this.#options;
        const reader = new PageReader({ wantsFeatures, wantsTexts: readTexts(techniques) });
        const session = this.#session(site);
        const { answer, page } = this.#patience;
        const limit = await pace.document(new URL(url));
        if (limit !== undefined)
            throw new RetryVisit(`its host could not be asked in time: ${limit}`);
        const asked = await session.load(url, { answerWithin: answer, bodyWithin: 3 * page }, pace, mayFollow);
        const end = performance.now() + 3 * page - pace.waited;
        const times = () => {
            const left = Math.max(0, end + pace.waited - performance.now());
            return { answerWithin: Math.min(answer, left), bodyWithin: left };
        };
        const statusOf = ({ url, answer: { status, headers } }) => accepted(bareHost(new URL(url)), status, headers, now);
        const open = async (landed) => {
            const read = (source) => {
                statusOf(landed);
                return reader.read(source);
            };
            return { landed, content: await contentOf(landed, undefined, read) };
        };
        const follow = async (next) => await open(await session.follow(next, times, pace, mayFollow));
        const { landed, content, leftAside } = await refreshed(await open(asked), follow);
        const askedAt = () => this.#turns.askedAt(new URL(url), now());
        const httpStatus = statusOf(landed);
        const { contentType } = content;
        const { answer: own, redirects } = landed;
        const { headers, isCutOff, isLate } = own;
        const about = { httpStatus, contentType, rendering: 'http' };
        const cut = isLate ? 'still loading' : isCutOff ? 'cut off' : undefined;
        const limits = own.certificateFault === undefined ? [] : [notValid(own.certificateFault)];
        if (content.kind === 'file') {
            const file = { url: landed.url, httpStatus, contentType, headers };
            const body = techniques.has('file') ? { bytes: own.body, limit: cut } : undefined;
            const captured = await capturedFile(file, body);
            const all = [...limits, ...captured.limits];
            return { captured: { ...captured, limits: all, ...about, askedAt: askedAt() }, documents: [] };
        }
        if (cut !== undefined)
            limits.push(cut);
        if (leftAside !== undefined)
            limits.push(leftAside);
        const loader = new FrameLoader(session, times, pace, mayFollow, reader);
        const frames = await loader.withFrames(content.document, []);
        limits.push(...loader.limits);
        const answers = [...redirects, { url: landed.url, headers }];
        const onLimit = (name) => void reader.limits.add(name);
        const texts = async () => await Promise.all(frames.map((frame) => frame.texts()));
        const none = async () => [];
        const loaded = { frames, answers, observed: [], texts, limit: onLimit, loaded: none, globals: none, leftAlone: [] };
        const text = await visibleText(frames);
        if (text.isCut)
            limits.push(LONG_TEXT);
        const { links } = await findLinks(loaded, techniques);
        limits.push(...reader.limits);
        const isBroken = isCutOff && !isLate && own.body.length < MOST_BODY;
        if (links.length === 0 && isBroken)
            throw new RetryVisit('the answer was cut off');
        const { title, canonical, robots } = content.document.reading;
        const nofollow = nofollowOf(robots, headers);
        // Without scripts no fragment is a route.
        const address = hasRoute(new URL(landed.url)) ? withoutFragment(landed.url) : landed.url;
        const documents = frames.filter((frame) => frame instanceof ParsedDocument);
        const captured = {
            kind: 'page',
            url: address,
            title,
            canonical,
            links,
            nofollow,
            text: text.blocks,
            asksPassword: text.asksPassword,
            limits,
            validators: validatorsOf(headers),
        };
        return { captured: { ...captured, ...about, askedAt: askedAt() }, documents };
    }
    #session(site) {
        const known = this.#sessions.get(site);
        this.#sessions.delete(site);
        const { userAgent, storageState } = this.#options;
        const isFit = known !== undefined && known.reads < READS_PER_SESSION;
        const session = isFit ? known : new HttpSession(this.#client, userAgent, storageState);
        session.reads++;
        this.#sessions.set(site, session);
        const [oldest] = this.#sessions.keys();
        if (this.#sessions.size > MOST_SESSIONS && oldest !== undefined)
            this.#sessions.delete(oldest);
        return session;
    }
}
/** The page that one's refreshes lead to at once; where they lead to a download, the page before it. */
async function refreshed(first, follow) {
    let loaded = first;
    for (;;) {
        const next = refreshOf(loaded);
        if (next === undefined)
            break;
        const following = await follow(next).catch((error) => {
            if (error instanceof LeftAside)
                return error;
            throw error;
        });
        if (following instanceof LeftAside)
            return { ...loaded, leftAside: following.limit };
        if (following.content.kind === 'file' && !following.content.isShown)
            break;
        loaded = following;
    }
    return loaded;
}
/** Where a page sends its reader at once, by header or markup. */
function refreshOf({ landed, content }) {
    if (content.kind === 'file')
        return undefined;
    const header = [landed.answer.headers.refresh ?? []].flat()[0];
    const url = refreshAddress(header, content.document) ?? refreshAddress(content.document.reading.refresh, content.document);
    const isElsewhere = url !== undefined && withoutFragment(url) !== withoutFragment(landed.url);
    return isElsewhere && isWeb(new URL(url)) ? url : undefined;
}
/** Refreshes of a second and more come after a browser has read the page. */
function refreshAddress(text, document) {
    const raw = /^\s*0*(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|([^"'].*))/is.exec(text ?? '');
    const address = raw?.[1] ?? raw?.[2] ?? raw?.[3];
    return address === undefined ? undefined : document.resolve(address.trim());
}
//# sourceMappingURL=http.js.map