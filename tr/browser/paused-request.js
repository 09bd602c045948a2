export const headerValue = (headers, name) => headers.find((header) => header.name.toLowerCase() === name)?.value;
/** As sent; of several the last counts, as in browsers. */
export const contentTypeOf = (headers) => headers.findLast((header) => header.name.toLowerCase() === 'content-type')?.value ?? '';
/** What a changed body has its own of. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
/** The headers without those that say how the body was sent. */
export const unframed = (headers) => headers.filter(({ name }) => !FRAMING.has(name.toLowerCase()));
/** What becomes of the requests of a tab. */
export class PausedRequests {
    #cdp;
    #onLimit;
    /** @param onLimit told of each limit that a request met */
    constructor(cdp, onLimit) {
        this.#cdp = cdp;
        this.#onLimit = onLimit;
    }
    async pass({ requestId, responseStatusCode }) {
        const go = responseStatusCode === undefined ? 'Fetch.continueRequest' : 'Fetch.continueResponse';
        await this.#cdp.send(go, { requestId });
    }
    /** The page is given an answer of ours, by its server's status. */
    async fulfil({ requestId, responseStatusCode = 200 }, headers, body) {
        await this.#cdp.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: responseStatusCode,
            responseHeaders: headers,
            body,
        });
    }
    /** The page takes it that its request was heard: what its scripts do next is seen. */
    async answerNothing({ requestId, request }) {
        const origin = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'origin')?.[1];
        const shared = origin === undefined ? [] : [{ name: 'Access-Control-Allow-Origin', value: origin }];
        const credentials = { name: 'Access-Control-Allow-Credentials', value: 'true' };
        await this.#cdp.send('Fetch.fulfillRequest', {
            requestId,
            responseCode: 204,
            responseHeaders: shared.length === 0 ? [] : [...shared, credentials],
        });
    }
    async block({ requestId }) {
        await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    }
    /** The frame, or the page, stays as it is. */
    async refuse({ requestId }, limit) {
        if (limit !== 'left')
            this.#onLimit(limit);
        await this.abort(requestId);
    }
    async abort(requestId) {
        await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    }
}
//# sourceMappingURL=paused-request.js.map