import { parseUrl } from '../../url/parse.js';
/** Redirects followed (RFC 9309, §2.3.1.2); a file behind more of them is as if it were not there. */
const MOST_REDIRECTS = 5;
/**
 * Asks for a file of a server's, and reads no more than so many bytes of it; redirects are followed.
 *
 * @param accept media types, as in the header
 * @returns the last answer, and when the server itself was asked
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
 */
export async function askFile(url, mostBytes, accept, { client, userAgent }) {
    const headers = { 'user-agent': userAgent, accept };
    let next = url;
    let askedAt;
    for (let redirects = 0;; redirects++) {
        const answer = await client.fetch({ url: next.href, headers, maxBytes: mostBytes });
        askedAt ??= answer.askedAt;
        const { status } = answer;
        const location = status >= 300 && status < 400 ? answer.headers.location : undefined;
        const target = typeof location === 'string' ? parseUrl(location, next) : undefined;
        if (!target || redirects === MOST_REDIRECTS)
            return { answer, askedAt };
        next = target;
    }
}
//# sourceMappingURL=ask-file.js.map