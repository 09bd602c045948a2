import type { LookupAddress } from 'node:dns';
import { type Socket } from 'node:net';
import { type AddressGuard } from './address-guard.ts';
import type { HostRules } from './host-rules.ts';
/** The addresses that a name stands for. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;
export interface DialerOptions {
    readonly hostRules: HostRules;
    /** Undefined: private addresses may be asked. */
    readonly guard?: AddressGuard | undefined;
    /** The system's if not given. */
    readonly lookup?: Lookup | undefined;
}
/**
 * Makes connections: host rules apply, a name is resolved once, its addresses are checked, and to one of just these the
 * connection is made. So what a name stands for a moment later does not matter.
 */
export declare class Dialer {
    #private;
    constructor(options: DialerOptions);
    /**
     * @param host a name or an address, as URLs have it
     * @param signal ends the attempt
     * @throws RetryVisit or GiveUpVisit, in the words of Chromium, if there is no connection; RefusedVisit if the guard forbids it
     */
    connect(host: string, port: number, signal?: AbortSignal): Promise<Socket>;
}
