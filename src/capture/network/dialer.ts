import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { RefusedVisit } from '../../domain/errors.ts';
import type { HostRules } from './host-rules.ts';
import { type AddressGuard, bare, isPrivateName } from './host-rules.ts';
import { connectionError, errorOfCode } from './visit-error.ts';

/** Milliseconds for which a DNS answer is kept, at least as in Chromium. */
const KEPT = 60_000;

/** Milliseconds for a connection: fewer than for an answer, so that both can be told apart. */
const CONNECTED_WITHIN = 20_000;

/** Names looked up at the same time: the system's own questions keep two of Node's threads busy at most. */
const LOOKUPS = 2;

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
  /** Look-ups that wait for their turn. */
  readonly #waiting: { readonly begin: () => void; readonly signal: AbortSignal | undefined }[] = [];
  #lookups = 0;
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
      const addresses = await this.#addressesOf(bare(to?.host ?? host), signal);
      for (const { address } of addresses) refuse(address);
      return await open(addresses, Number(to?.port || port), signal);
    } catch (error) {
      throw connectionError(error);
    }
  }

  async #addressesOf(host: string, signal: AbortSignal | undefined): ReturnType<Lookup> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    if (isPrivateName(host)) return LOOPBACK;
    const known = this.#known(host);
    if (known) return await known;
    await this.#turn(signal);
    try {
      return await (this.#known(host) ?? this.#lookUp(host));
    } finally {
      this.#lookups--;
      this.#beginNext();
    }
  }

  #known(host: string): ReturnType<Lookup> | undefined {
    const known = this.#resolved.get(host);
    return known && known.until > performance.now() ? known.addresses : undefined;
  }

  #lookUp(host: string): ReturnType<Lookup> {
    const { lookup = lookUp } = this.#options;
    const addresses = lookup(host);
    addresses.catch(() => this.#resolved.delete(host));
    if (this.#resolved.size >= 10_000) this.#resolved.clear();
    this.#resolved.set(host, { until: performance.now() + KEPT, addresses });
    return addresses;
  }

  /** One page may name a hundred hosts whose name service does not answer: once it is left, they are not asked for. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ begin, signal });
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#lookups < LOOKUPS) {
      const next = this.#waiting.shift();
      if (!next) return;
      if (next.signal?.aborted) continue;
      this.#lookups++;
      next.begin();
    }
  }
}

const lookUp: Lookup = (host) => systemLookup(host, { all: true });

/** Addresses of `localhost` and names below it in browsers, whatever the system says. */
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
  const timer = setTimeout(() => socket.destroy(errorOfCode('ERR_CONNECTION_TIMED_OUT')), CONNECTED_WITHIN);
  await once(socket, 'connect').finally(() => clearTimeout(timer));
  return socket;
}
