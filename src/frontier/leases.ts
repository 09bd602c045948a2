import type { LinkId } from '../domain/link.ts';
import type { SiteId } from '../domain/site.ts';
import type { Commits } from './commits.ts';
import type { Claim } from './frontier.ts';
import type { FrontierTables } from './queries.ts';

/** How long a lease holds without being renewed, in milliseconds: longer than a visit and all that lies between two. */
export const LEASE = 900_000;
/** Leases are renewed together, this long after the last time. */
const RENEW_EVERY = LEASE / 3;
/** Tokens that are taken from the sequence at a time; those that are left over are never used. */
const TOKENS = 1000;

/**
 * The leases that a run holds on links. They end by themselves, unless they are renewed, so that what dies is given back;
 * a result counts only while its lease is held. No two runs of a database ever have the same token.
 */
export class Leases {
  readonly #tables: Pick<FrontierTables, 'sql'>;
  readonly #owner: number;
  #nextToken = 0;
  #tokensLeft = 0;
  #renewedAt: number;
  /** Claims whose visits are not over, by token. */
  readonly #inFlight = new Map<number, Claim>();

  constructor(tables: Pick<FrontierTables, 'sql'>, owner: number, now: number) {
    this.#tables = tables;
    this.#owner = owner;
    this.#renewedAt = now;
  }

  /** Takes more tokens where none is left: to be called before a transaction that begins a lease. */
  async reserve(commits: Pick<Commits, 'run'>): Promise<void> {
    if (this.#tokensLeft > 0) return;
    const { sequences } = this.#tables.sql;
    this.#nextToken = await commits.run(() => {
      const first = sequences.next.get({ name: 'lease' })?.next ?? 1;
      sequences.advance.run({ name: 'lease', by: TOKENS });
      return first;
    }, 'later');
    this.#tokensLeft = TOKENS;
  }

  /** Leases a link, inside a transaction. Returns the token that its claim bears. */
  begin(link: LinkId, site: SiteId, now: number): number {
    const token = this.#nextToken;
    const { leases } = this.#tables.sql;
    leases.insert.run({ link, site, token, claimed_at: now, owner: this.#owner, ends_at: now + LEASE });
    return token;
  }

  /** Ends a lease. Returns false where it is no longer held. */
  end({ link, token }: Pick<Claim, 'link' | 'token'>): boolean {
    return this.#tables.sql.leases.end.run({ link, token }).changes > 0;
  }

  /** The claim is in flight: its visit is to be ended, whether its lease is held then or not. */
  count(claim: Claim): void {
    this.#inFlight.set(claim.token, claim);
    this.#nextToken = claim.token + 1;
    this.#tokensLeft--;
  }

  get inFlight(): Iterable<Claim> {
    return this.#inFlight.values();
  }

  isCounted({ token }: Pick<Claim, 'token'>): boolean {
    return this.#inFlight.has(token);
  }

  uncount({ token }: Pick<Claim, 'token'>): void {
    this.#inFlight.delete(token);
  }

  /** Whether it is time to renew those that are held. */
  isToRenew(now: number): boolean {
    return now - this.#renewedAt >= RENEW_EVERY;
  }

  async renew(commits: Pick<Commits, 'run'>, now: number): Promise<void> {
    await commits.run(() => this.#tables.sql.leases.renew.run({ owner: this.#owner, ends_at: now + LEASE }), 'later');
    this.#renewedAt = now;
  }

  /** When a lease of another run may be dead next, in milliseconds since the epoch; infinity: none is held. */
  nextEnd(): number {
    return this.#tables.sql.leases.nextEnd.get({ owner: this.#owner })?.at ?? Number.POSITIVE_INFINITY;
  }
}
