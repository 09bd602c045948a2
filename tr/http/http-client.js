import { Writable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { Agent, buildConnector, ProxyAgent, stream } from 'undici';
import { HostTrouble, RefusedVisit } from '../../domain/errors.js';
import { decompress, Pieces } from '../encoding/decompress.js';
import { certificateFault } from '../network/certificate-fault.js';
import { Dialer } from '../network/dialer.js';
import { portOf } from '../network/host-rules.js';
import { connectionError } from '../network/http-error.js';
import { patience } from '../network/patience.js';
import { UserProxy } from '../network/user-proxy.js';
/** Bytes of a body that are kept, decompressed. */
export const MOST_BODY = 32 * 2 ** 20;
/** What is read of a redirect's body, and for how many milliseconds: browsers do not read it at all. */
const REDIRECT_BYTES = 64 * 2 ** 10;
const REDIRECT_WITHIN = 1000;
/** As in Chromium. */
const MAX_HEAD_BYTES = 256 * 2 ** 10;
/** Origins whose certificates are remembered as not valid. */
const MOST_FAULTS = 10_000;
const CONNECTION = { maxHeaderSize: MAX_HEAD_BYTES, headersTimeout: 0, bodyTimeout: 0 };
/** Asks servers: host rules apply, connections are kept. */
export class HttpClient {
    #agent;
    /** For plain HTTP through a proxy: proxies seldom lend a tunnel for it. */
    #forwarder;
    /** What is wrong with servers' certificates, by origin. */
    #faults = new Map();
    #options;
    #now;
    constructor(options) {
        const { now, proxy, checksCertificates = false } = options;
        this.#now = now;
        this.#options = options;
        const [dialer, tunnels] = [new Dialer(options), proxy === undefined ? undefined : new UserProxy(proxy)];
        const open = (host, port) => tunnels?.tunnel(host, port) ?? dialer.connect(host, port);
        const connect = connecting(open, checksCertificates, (url, socket) => this.#note(url, socket));
        this.#agent = new Agent({ ...CONNECTION, connect });
        if (proxy !== undefined)
            this.#forwarder = new ProxyAgent({ ...CONNECTION, proxyTunnel: false, uri: proxy });
    }
    /**
     * Asks for one address, and follows no redirect.
     *
     * @throws RetryVisit or GiveUpVisit, in the words of Chromium, if no answer begins; RefusedVisit if the guard forbids it
     */
    async fetch(asked) {
        const { url, headers, maxBytes = MOST_BODY } = asked;
        const { answerWithin = patience.answer, bodyWithin = 3 * patience.page, onSent } = asked;
        this.#refusePrivate(new URL(url));
        let askedAt = this.#now();
        const agent = url.startsWith('http:') ? (this.#forwarder ?? this.#agent) : this.#agent;
        const dispatcher = agent.compose(whenSent(() => {
            askedAt = this.#now();
            onSent?.();
        }));
        let pieces = new Pieces(maxBytes);
        const ending = new AbortController();
        let isLate = false;
        const end = () => {
            isLate = true;
            ending.abort();
        };
        let timer = setTimeout(end, answerWithin);
        let head;
        const begin = (answer) => {
            head = { status: answer.statusCode, headers: answer.headers };
            clearTimeout(timer);
            const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && answer.headers.location !== undefined;
            if (isRedirect)
                pieces = new Pieces(Math.min(maxBytes, REDIRECT_BYTES));
            timer = setTimeout(end, isRedirect ? Math.min(bodyWithin, REDIRECT_WITHIN) : bodyWithin);
            return new Writable({
                write(piece, _, done) {
                    if (!pieces.add(piece))
                        ending.abort();
                    done();
                },
            });
        };
        const options = { dispatcher, method: 'GET', headers, signal: ending.signal };
        const failure = await stream(url, options, begin)
            .then(() => undefined)
            .catch((error) => ({ error }))
            .finally(() => clearTimeout(timer));
        if (!head)
            throw isLate ? new HostTrouble('no answer in time') : connectionError(failure?.error);
        const codings = String(head.headers['content-encoding'] ?? '');
        const { bytes, isCutOff } = await decompress(pieces.whole(failure !== undefined), codings, maxBytes);
        const certificateFault = this.#faults.get(new URL(url).origin);
        return { url, ...head, body: bytes, isCutOff, isLate, askedAt, certificateFault };
    }
    #note({ origin }, socket) {
        const { authorizationError: fault } = socket;
        if (this.#faults.size >= MOST_FAULTS)
            this.#faults.clear();
        if (fault)
            this.#faults.set(origin, certificateFault(String(fault)) ?? String(fault));
        // Of a session that goes on only the first handshake looked at the name.
        else if (!socket.isSessionReused())
            this.#faults.delete(origin);
    }
    /** A proxy makes the connections, and resolves the names: only addresses that are written as private ones can be told. */
    #refusePrivate(url) {
        const { proxy, guard } = this.#options;
        const refusal = proxy === undefined ? undefined : guard?.refusal(url.hostname, portOf(url));
        if (refusal !== undefined)
            throw new RefusedVisit(refusal);
    }
    /** Ends what runs; requests in flight fail. */
    async close() {
        await Promise.all([this.#agent.destroy(), this.#forwarder?.destroy()]);
    }
}
/** Tells when a request is sent; a new connection may take long. */
const whenSent = (sent) => (dispatch) => (options, handler) => {
    const { onConnect } = handler;
    // undici calls it with a connection in hand, right before it writes.
    handler.onConnect = (...connected) => {
        sent();
        onConnect?.apply(handler, connected);
    };
    return dispatch(options, handler);
};
/** Makes connections for an agent of undici. @param open makes the TCP connection @param note is told of TLS ones */
const connecting = (open, checks, note) => (to, callback) => {
    const secure = buildConnector({ rejectUnauthorized: checks, timeout: 0 });
    const { hostname, port, protocol } = to;
    open(hostname, portOf({ port, protocol })).then((socket) => {
        if (protocol !== 'https:')
            return callback(null, socket);
        secure({ ...to, httpSocket: socket }, (...[error, secured]) => {
            if (error)
                return callback(error, null);
            if (secured instanceof TLSSocket)
                note(new URL(`${protocol}//${to.host ?? hostname}`), secured);
            callback(null, secured);
        });
    }, (error) => callback(error, null));
};
//# sourceMappingURL=http-client.js.map