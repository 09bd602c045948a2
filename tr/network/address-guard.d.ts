import type { HostRules } from './host-rules.ts';
/**
 * Keeps a crawl off private networks: no page may lead it to addresses that only this machine or its network can reach
 * (loopback, private, link-local and all other special ranges of IPv4 and IPv6). Names that the host rules lead
 * somewhere are asked there: the user said so.
 */
export interface AddressGuard {
    /**
     * Why no connection is made; undefined if it may be.
     *
     * @param host a name or an address, as URLs have it: IPv6 with brackets or without
     * @param ip address that the name leads to, once that is known
     */
    refusal(host: string, port: number, ip?: string): string | undefined;
}
export declare const guardAddresses: (hostRules: HostRules) => AddressGuard;
/** A name that always stands for this machine. */
export declare const isPrivateName: (host: string) => boolean;
/** Whether an address belongs to a special range, one of IPv4 written as IPv6 too; a name does not. */
export declare function isPrivate(ip: string): boolean;
/** An address of IPv6 without its brackets. */
export declare const bare: (host: string) => string;
