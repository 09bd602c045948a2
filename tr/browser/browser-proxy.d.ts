import { type Socket } from 'node:net';
import type { Dialer } from '../network/dialer.ts';
import { type SocksRequest } from './socks-request.ts';
/** A client of the proxy, and what is told of it. */
export interface Client {
    readonly socket: Socket;
    readonly wants: SocksRequest;
    /** Lets it speak. */
    grant(): void;
    /** Its server was reached. */
    reached(): void;
}
/** Leads a client on to where it wants. @throws why its server is not reached */
export type Route = (client: Client) => Promise<void>;
/**
 * The only way from Chromium to the network: a SOCKS 5 proxy on loopback. Chromium resolves no name: what makes the
 * connection checks where it goes. Bytes pass as they are: answers, and how they break off, are the server's own.
 */
export declare class BrowserProxy {
    #private;
    private constructor();
    static open(route: Route): Promise<BrowserProxy>;
    get port(): number;
    /** Why the last connection to this address's server was not made; undefined if it was. */
    failureOf(url: URL): Error | undefined;
    close(): void;
}
/** Leads each client straight to its server. */
export declare const directRoute: (dialer: Dialer) => Route;
/** Aborts when the client goes. */
export declare function gone(client: Socket): AbortSignal;
/** Passes bytes on, both ways. A connection that is reset is reset on the other side, too. */
export declare function join(client: Socket, server: Socket): void;
