import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { RefusedVisit } from '../domain/errors.ts';
import { type AddressGuard, bare, isPrivateName } from './address-guard.ts';
import type { HostRules } from './host-rules.ts';
import { connectionError } from './http-error.ts';
import { errorOfCode } from './visit-error.ts';

/** How long an answer of the name service counts, in milliseconds: as long as Chromium keeps it at least. */
const KEPT = 60_000;

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
export class Dialer {
  readonly #options: DialerOptions;
  readonly #resolved = new Map<string, { readonly until: number; readonly addresses: ReturnType<Lookup> }>();

  constructor(options: DialerOptions) {
    this.#options = options;
  }

  /**
   * @param host a name or an address, as URLs have it
   * @param signal ends the attempt
   * @throws RetryVisit or GiveUpVisit, in the words of Chromium, if there is no connection; RefusedVisit if the guard forbids it
   */
  async connect(host: string, port: number, signal?: AbortSignal): Promise<Socket> {
    const { hostRules, guard } = this.#options;
    const refuse = (ip?: string) => {
      const refusal = guard?.refusal(host, port, ip);
      if (refusal !== undefined) throw new RefusedVisit(refusal);
    };
    refuse();
    const to = hostRules.resolve(host, String(port));
    if (to?.host === '~NOTFOUND') throw errorOfCode('ERR_NAME_NOT_RESOLVED');
    try {
      const addresses = await this.#addressesOf(bare(to?.host ?? host));
      for (const { address } of addresses) refuse(address);
      return await open(addresses, Number(to?.port || port), signal);
    } catch (error) {
      throw connectionError(error);
    }
  }

  async #addressesOf(host: string): ReturnType<Lookup> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    if (isPrivateName(host)) return LOOPBACK;
    const { lookup = lookUp } = this.#options;
    const now = performance.now();
    const known = this.#resolved.get(host);
    if (known && known.until > now) return await known.addresses;
    const addresses = lookup(host);
    addresses.catch(() => this.#resolved.delete(host));
    if (this.#resolved.size >= 10_000) this.#resolved.clear();
    this.#resolved.set(host, { until: now + KEPT, addresses });
    return await addresses;
  }
}

const lookUp: Lookup = (host) => systemLookup(host, { all: true });

/** What browsers take `localhost` and names below it for, whatever the system says. */
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Connects to the first of the addresses that answers. */
async function open(addresses: readonly LookupAddress[], port: number, signal: AbortSignal | undefined) {
  const socket = connect({
    // It is not resolved again: the name only chooses among the addresses.
    host: 'resolved.invalid',
    port,
    noDelay: true,
    keepAlive: true,
    autoSelectFamily: true,
    lookup: (_, __, answer) => answer(null, [...addresses]),
    ...(signal === undefined ? {} : { signal }),
  });
  await once(socket, 'connect');
  return socket;
}
