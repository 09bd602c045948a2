import type { Socket } from 'node:net';
/** Where a client of the proxy wants to be led. */
export interface SocksRequest {
    readonly host: string;
    readonly port: number;
}
export declare const GRANTED: Uint8Array<ArrayBufferLike>;
export declare const REFUSED: Uint8Array<ArrayBufferLike>;
/** Reads what a client of SOCKS 5 (RFC 1928) begins with. Undefined where it speaks something else, or goes. */
export declare function readSocksRequest(client: Socket): Promise<SocksRequest | undefined>;
