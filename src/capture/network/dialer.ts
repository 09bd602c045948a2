import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { RefusedVisit } from '../../domain/errors.ts';
import type { HostRules } from './host-rules.ts';
import { type AddressGuard, bare, isPrivateName } from './host-rules.ts';
import { connectionError, errorOfCode } from './visit-error.ts';

/** Milliseconds for which a DNS answer is kept, the minimum in Chromium. */
const KEPT = 60_000;

/** Milliseconds for connecting; fewer than for an answer, to tell the two errors apart. */
const CONNECTED_WITHIN = 20_000;

/** Number of parallel look-ups, as each blocks one of Node's threads. */
const LOOKUPS = 2;

/** Looks up the addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

export interface DialerOptions {
  readonly hostRules: HostRules;
  /** Guard against private addresses; undefined: all addresses are allowed. */
  readonly guard?: AddressGuard | undefined;
  /** DNS lookup; default: the system's. */
  readonly lookup?: Lookup | undefined;
}

/**
 * Makes connections: applies host rules, resolves a name once, and checks and uses just these addresses. Later DNS
 * changes thus have no effect.
 */
export class Dialer {
  readonly #options: DialerOptions;
  /** Queue of waiting look-ups. */
  readonly #waiting: { readonly begin: () => void; readonly signal: AbortSignal | undefined }[] = [];
  #lookups = 0;
  readonly #resolved = new Map<string, { readonly until: number; readonly addresses: ReturnType<Lookup> }>();

  constructor(options: DialerOptions) {
    this.#options = options;
  }

  /**
   * Connects to a host.
   *
   * @param host name or address as in URLs
   * @param signal aborts the attempt
   * @throws RetryVisit or GiveUpVisit, with Chromium's error names, without a connection; RefusedVisit if the guard
   * forbids the host
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

  /** Waits for a free look-up. Aborted ones are dropped, as a page may name a hundred hosts without DNS answers. */
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

/** Addresses of `localhost` and its sub-domains in browsers, independent of the system. */
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Connects to the first address that answers. */
async function open(addresses: readonly LookupAddress[], port: number, signal: AbortSignal | undefined) {
  const socket = connect({
    // No second look-up: the name only selects among the addresses.
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
