import { GiveUpVisit, HostBusy, RefusedVisit } from '../domain/errors.js';
import { MEMORY, TookTooMuch } from './browser/memory-watch.js';
/**
 * Reads a page a second way before it is given up: where the browser can't load it, its bytes may still be read and
 * parsed without one. What a server answered with an error, or may not be asked for, stays as it is.
 */
export class SecondWay {
    #first;
    #second;
    /** @param second waits until the server may be asked again */
    constructor(first, second) {
        this.#first = first;
        this.#second = second;
    }
    async start() {
        await this.#first.start();
        await this.#second.start();
    }
    async read(target) {
        try {
            return await this.#first.read(target);
        }
        catch (error) {
            if (!isWorthAnother(error, target))
                throw error;
            const captured = await this.#second.read(target).catch(() => undefined);
            if (!captured)
                throw error;
            if (captured.kind === 'file')
                return captured;
            const why = error instanceof TookTooMuch ? ['second way', MEMORY] : ['second way'];
            return { ...captured, limits: [...captured.limits, ...why] };
        }
    }
    async close() {
        await this.#first.close();
        await this.#second.close();
    }
}
function isWorthAnother(error, { isLastTry = false }) {
    const isAnswered = error instanceof HostBusy || (error instanceof Error && /^(HTTP \d+|ERR_TOO_MANY_REDIRECTS)$/.test(error.message));
    if (isAnswered || error instanceof RefusedVisit)
        return false;
    return isLastTry || error instanceof GiveUpVisit;
}
//# sourceMappingURL=second-way.js.map