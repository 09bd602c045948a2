import ipaddr from 'ipaddr.js';
import { BadInput } from '../../domain/errors.ts';

/** Target of a host rule: a host, and a port if given. */
interface Replacement {
  readonly host: string;
  readonly port: string;
}

/**
 * Host rules in Chromium's syntax: `MAP *.edu.test 127.0.0.1:8088, EXCLUDE www.edu.test`. All our clients apply them.
 */
export interface HostRules {
  /** Text of the rules for Chromium. */
  readonly text: string;
  /**
   * Returns the host and port for a connection; undefined without a rule, `~NOTFOUND` as host if the name must fail.
   */
  resolve(hostname: string, port: string): Replacement | undefined;
}

/** @throws BadInput naming the invalid rule */
export function parseHostRules(text: string): HostRules {
  const maps: { readonly matches: (host: string, port: string) => boolean; readonly to: Replacement }[] = [];
  const excludes: ((host: string, port: string) => boolean)[] = [];
  for (const rule of text.split(',').map((part) => part.trim())) {
    if (rule === '') continue;
    const [verb, pattern, replacement, ...rest] = rule.split(/\s+/);
    const action = verb?.toUpperCase();
    if (action === 'MAP' && pattern && replacement && rest.length === 0) {
      maps.push({ matches: matcher(pattern), to: split(replacement) });
    } else if (action === 'EXCLUDE' && pattern && replacement === undefined) excludes.push(matcher(pattern));
    else throw new BadInput(`--host-rules: can't read "${rule}"; write "MAP pattern host[:port]" or "EXCLUDE pattern"`);
  }
  return {
    text,
    resolve(hostname, port) {
      if (excludes.some((matches) => matches(hostname, port))) return undefined;
      return maps.find(({ matches }) => matches(hostname, port))?.to;
    },
  };
}

function matcher(pattern: string): (host: string, port: string) => boolean {
  const { host, port } = split(pattern);
  const glob = host
    .toLowerCase()
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const regex = new RegExp(`^${glob}$`);
  return (candidate, candidatePort) => regex.test(candidate.toLowerCase()) && (port === '' || port === candidatePort);
}

function split(hostAndPort: string): Replacement {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(hostAndPort);
  if (!parts?.[1]) throw new BadInput(`--host-rules: "${hostAndPort}" is no host with an optional port`);
  return { host: parts[1], port: parts[2] ?? '' };
}

/** Returns the port for requests to an address. */
export const portOf = ({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number =>
  Number(port) || (/^(https|wss):$/.test(protocol) ? 443 : 80);

/** Tells whether requests to an address stay on this machine, after host rules. */
export function isLoopback(url: URL, rules: HostRules): boolean {
  const host = rules.resolve(url.hostname, String(portOf(url)))?.host ?? url.hostname;
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/**
 * Keeps pages from leading a crawl to this machine or its network: loopback, private, link-local and other special
 * ranges of IPv4 and IPv6. Names in host rules are allowed, as the user gave them.
 */
export interface AddressGuard {
  /**
   * Returns why a connection is refused; undefined if allowed.
   *
   * @param host name or address as in URLs, IPv6 with or without brackets
   * @param ip address of the host, once known
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

/** Tells whether a name always refers to this machine. */
export const isPrivateName = (host: string): boolean => /^(.*\.)?localhost\.?$/i.test(host);

/** Tells whether an address is in a special range, also as IPv4 in IPv6; false for names. */
export function isPrivate(ip: string): boolean {
  const plain = ip.replace(/%.*$/, '');
  if (!ipaddr.isValid(plain)) return false;
  const address = ipaddr.process(plain);
  return address.range() !== 'unicast' || (address.kind() === 'ipv6' && address.match(IPV4_COMPATIBLE));
}

const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96');

/** Returns an IPv6 address without brackets. */
export const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
