import ipaddr from 'ipaddr.js';
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

export const guardAddresses = (hostRules: HostRules): AddressGuard => ({
  refusal(host, port, ip = bare(host)) {
    if (hostRules.resolve(host, String(port)) || !(isPrivateName(host) || isPrivate(ip))) return undefined;
    const shown = host.includes(':') ? `[${bare(host)}]` : host;
    const place = port === 80 || port === 443 ? shown : `${shown}:${port}`;
    return `${place} is a private address${ip === bare(host) ? '' : ` (${ip})`}: --allow-private allows it`;
  },
});

/** A name that always stands for this machine. */
export const isPrivateName = (host: string): boolean => /^(.*\.)?localhost\.?$/i.test(host);

/** Whether an address belongs to a special range, one of IPv4 written as IPv6 too; a name does not. */
export function isPrivate(ip: string): boolean {
  const plain = ip.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  const address = ipaddr.process(plain);
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && address.match(IPV4_COMPATIBLE));
}

const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

/** An address of IPv6 without its brackets. */
export const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
