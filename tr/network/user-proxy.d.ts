import * as http from 'node:http';
import type { Socket } from 'node:net';
/** As in Chromium. */
export declare const MAX_HEAD_BYTES: number;
/** The user's proxy: it makes the connections, and resolves the names. */
export declare class UserProxy {
    #private;
    /** @param address http or https, with name and password where it wants them */
    constructor(address: string);
    /**
     * A connection through the proxy (`CONNECT`).
     *
     * @param signal ends the attempt
     * @throws RetryVisit if the proxy is not there, or lends none
     */
    tunnel(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
    /** Asks the proxy itself. @param path as the proxy takes it: an absolute address, or host and port */
    ask(method: string, path: string, headers: readonly string[], agent: http.Agent | false): http.ClientRequest;
    /** Keeps one connection to the proxy. */
    agent(): http.Agent;
}
/** Why the proxy does not lead there. */
export declare const proxyRefusal: (status: number | undefined) => Error;
/** A host and its port, as addresses write them. */
export declare const authorityOf: (host: string, port: number) => string;
