import { Cookie, CookieJar } from 'tough-cookie';
import { GiveUpVisit, RefusedVisit } from '../../domain/errors.js';
import { parseUrl } from '../../url/parse.js';
import { withoutFragment } from '../addresses/without-fragment.js';
import { redirectError } from '../network/visit-pace.js';
import { asText } from './redirect-body.js';
/** Longer cookies are refused, as in browsers. */
const LONGEST_COOKIE = 4096;
/** A document that the page leads to is left aside, for a limit. */
export class LeftAside extends GiveUpVisit {
    limit;
    constructor(limit) {
        super(limit);
        this.limit = limit;
    }
}
/** What is kept from one page of a site to the next: its cookies. */
export class HttpSession {
    #client;
    #userAgent;
    #jar = new CookieJar(undefined, { looseMode: true });
    /** Pages read so far. */
    reads = 0;
    /** @param storageState cookies to begin with */
    constructor(client, userAgent, storageState) {
        this.#client = client;
        this.#userAgent = userAgent;
        for (const cookie of storageState?.cookies ?? [])
            this.#keep(cookie);
    }
    /**
     * Asks for an address and where it redirects to, all within the time for one answer and one body.
     *
     * @param mayFollow why a redirect to an address is not followed; undefined if it is
     * @throws RetryVisit or GiveUpVisit if no answer comes, or the redirects lead nowhere
     */
    async load(address, times, way, mayFollow) {
        let url = address;
        const redirects = [];
        const end = performance.now() + times.answerWithin - way.waited;
        for (;;) {
            const answerWithin = Math.max(0, end + way.waited - performance.now());
            const sent = new URL(url);
            const answer = await this.#ask(url, { ...times, answerWithin }, () => way.asks(sent));
            way.touch(sent);
            const next = redirectOf(answer, url);
            if (next === undefined)
                return { url, answer, redirects };
            redirects.push(passed(answer));
            const refusal = await mayFollow?.(new URL(next));
            if (refusal !== undefined)
                throw new RefusedVisit(refusal);
            const limit = await way.redirect(new URL(next));
            if (limit !== undefined)
                throw redirectError(limit);
            url = next;
        }
    }
    /** Loads an address that a page leads to without a click: by a refresh, or for a frame. */
    async follow(url, times, way, mayFollow) {
        const refusal = await mayFollow?.(new URL(url));
        if (refusal !== undefined)
            throw new RefusedVisit(refusal);
        const limit = await way.document(new URL(url));
        if (limit !== undefined)
            throw new LeftAside(limit);
        return await this.load(url, times(), way, mayFollow);
    }
    #keep({ name, value, domain, path, expires, httpOnly, secure }) {
        const host = domain.replace(/^\./, '');
        const cookie = new Cookie({
            ...{ key: name, value, path, httpOnly, secure },
            ...(domain.startsWith('.') ? { domain: host } : {}),
            ...(expires < 0 ? {} : { expires: new Date(1000 * expires) }),
        });
        this.#jar.setCookieSync(cookie, `${secure ? 'https' : 'http'}://${host}${path}`, { ignoreError: true });
    }
    async #ask(url, times, onSent) {
        const parsed = parseUrl(url);
        if (!parsed)
            throw new GiveUpVisit('ERR_INVALID_URL');
        if (!isWeb(parsed))
            throw new GiveUpVisit('ERR_UNKNOWN_URL_SCHEME');
        const cookie = headerText(this.#jar.getCookieStringSync(url));
        const headers = {
            'upgrade-insecure-requests': '1',
            'user-agent': this.#userAgent,
            accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
            'accept-encoding': parsed.protocol === 'https:' ? 'gzip, deflate, br, zstd' : 'gzip, deflate',
            'accept-language': 'en-US',
            ...(cookie === '' ? {} : { cookie }),
        };
        const answer = await this.#client.fetch({ url: withoutFragment(parsed.href), headers, onSent, ...times });
        for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
            if (line.length <= LONGEST_COOKIE)
                this.#jar.setCookieSync(line, url, { ignoreError: true });
        }
        return answer;
    }
}
/** A redirect as techniques see it: its body, too, where that is text. */
function passed(answer) {
    const { url, headers } = answer;
    const text = asText(answer);
    return { url, headers, ...(text === undefined ? {} : { text }) };
}
/** Text as a header can hold it: in UTF-8, a byte a character, without what no header may have. */
const headerText = (text) => Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
export const isWeb = ({ protocol }) => protocol === 'http:' || protocol === 'https:';
/** Where an answer redirects to; a fragment is kept where the answer names none. */
function redirectOf({ status, headers }, from) {
    const location = [headers.location ?? []].flat()[0];
    if (![301, 302, 303, 307, 308].includes(status) || !location)
        return undefined;
    const to = parseUrl(location, from);
    if (!to)
        throw new GiveUpVisit('ERR_INVALID_REDIRECT');
    if (!isWeb(to))
        throw new GiveUpVisit('ERR_UNSAFE_REDIRECT');
    if (!location.includes('#'))
        to.hash = new URL(from).hash;
    return to.href;
}
//# sourceMappingURL=http-session.js.map