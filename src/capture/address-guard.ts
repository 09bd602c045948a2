import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { type HostRules, isMapped } from './host-rules.ts';

/** How long an answer of the name service counts, in milliseconds: as long as Chromium keeps it at least. */
const KEPT = 60_000;

/**
 * Keeps a crawl off private networks: no page may lead it to addresses that only this machine or its network can reach
 * (loopback, private, link-local and all other special ranges of IPv4 and IPv6). Names that the host rules lead
 * somewhere are asked there: the user said so.
 */
export interface AddressGuard {
  /** Why nothing is asked there; undefined if it may be. */
  refusal(url: URL): Promise<string | undefined>;
  /** The same for the address that a connection to that URL was made to. */
  refusalOf(url: URL, ip: string): string | undefined;
}

export interface GuardOptions {
  readonly hostRules: HostRules;
  /** A proxy resolves the names and makes the connections: only addresses written as such can be told. */
  readonly isProxied: boolean;
  /** Milliseconds by a clock that is never set. */
  readonly now: () => number;
}

export function guardAddresses({ hostRules, isProxied, now }: GuardOptions): AddressGuard {
  const resolved = new Map<string, { readonly until: number; readonly ips: Promise<readonly string[]> }>();

  const addressesOf = (host: string): Promise<readonly string[]> => {
    const known = resolved.get(host);
    if (known && known.until > now()) return known.ips;
    const ips = lookup(host, { all: true }).then(
      (answers) => answers.map(({ address }) => address),
      // Whoever connects will say that there is no such host.
      () => [],
    );
    if (resolved.size >= 10_000) resolved.clear();
    resolved.set(host, { until: now() + KEPT, ips });
    return ips;
  };

  const refusalOf = (url: URL, ip: string) =>
    isProxied || isMapped(url, hostRules) || !isPrivate(ip) ? undefined : refused(url, ip);

  return {
    refusalOf,
    async refusal(url) {
      if (isMapped(url, hostRules)) return undefined;
      if (isPrivateName(url)) return refused(url, url.hostname);
      if (isProxied || ipaddr.isValid(bare(url.hostname))) return undefined;
      const ip = (await addressesOf(url.hostname)).find(isPrivate);
      return ip === undefined ? undefined : refused(url, ip);
    },
  };
}

/** Whether the host is written as a private address, or as a name that always stands for this machine. */
const isPrivateName = (url: URL): boolean =>
  /^(.*\.)?localhost\.?$/.test(url.hostname) || (ipaddr.isValid(bare(url.hostname)) && isPrivate(bare(url.hostname)));

/** Whether an address belongs to a special range, one of IPv4 written as IPv6 too. */
export function isPrivate(ip: string): boolean {
  const address = ipaddr.process(ip.replace(/%.*$/, ''));
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && address.match(IPV4_COMPATIBLE));
}

const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

const refused = (url: URL, ip: string): string =>
  `${url.host} is a private address${ip === url.hostname ? '' : ` (${ip})`}: --allow-private allows it`;

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
