import { bareHost } from '../../url/bare-host.js';
/** Hosts that are remembered. */
const MOST_HOSTS = 10_000;
/**
 * When each host was last asked for a document, over all pages that are being read. The frontier paces visits; what one
 * visit asks for beyond its first request, because scripts, refreshes and redirects lead there, is paced by this.
 */
export class DocumentTurns {
    #delay;
    /** By `performance.now()`, the host that was asked longest ago first. */
    #asked = new Map();
    /** @param delay milliseconds from one request to a host to the next; hosts as `bareHost` has them */
    constructor(delay) {
        this.#delay = delay;
    }
    /** Milliseconds until the host of an address may be asked again. @param since milliseconds since it was last asked */
    wait(url, since = this.since(url)) {
        return since === undefined ? 0 : Math.max(0, this.#delay(bareHost(url)) - since);
    }
    /** The host of an address is asked now. */
    asked(url) {
        this.#set(url, performance.now());
    }
    /** Its request left so many milliseconds after that: there was a connection to make first. */
    leftLate(url, after) {
        const asked = this.#asked.get(bareHost(url));
        if (asked !== undefined && after > 0)
            this.#set(url, Math.min(performance.now(), asked + after));
    }
    /** Milliseconds since the host of an address was last asked; undefined if it was not. */
    since(url) {
        const asked = this.#asked.get(bareHost(url));
        return asked === undefined ? undefined : performance.now() - asked;
    }
    /** When the host of an address was last asked, by a clock that stands at `now`; both in milliseconds since the epoch. */
    askedAt(url, now) {
        return Math.ceil(now - (this.since(url) ?? 0));
    }
    #set(url, at) {
        const host = bareHost(url);
        this.#asked.delete(host);
        this.#asked.set(host, at);
        const [oldest] = this.#asked.keys();
        if (this.#asked.size > MOST_HOSTS && oldest !== undefined)
            this.#asked.delete(oldest);
    }
}
//# sourceMappingURL=document-turns.js.map