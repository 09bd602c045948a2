import type { LinkId } from '../domain/link.ts';
import type { SiteId } from '../domain/site.ts';
import type { Commits } from './commits.ts';
import type { Claim } from './frontier.ts';
import type { FrontierTables } from './queries.ts';

/** Milliseconds until a lease ends unless renewed: longer than a visit and the work between two. */
export const LEASE = 900_000;
/** Milliseconds between two renewals of all leases. */
const RENEW_EVERY = LEASE / 3;
/** Tokens to take from the sequence at a time; unused tokens are lost. */
const TOKENS = 1000;

/**
 * Leases of a run on links. A lease ends unless renewed, so that a dead run releases its links. A result counts only
 * while its lease is held. No two runs of a database ever have the same token.
 */
export class Leases {
  readonly #tables: Pick<FrontierTables, 'sql'>;
  readonly #owner: number;
  #nextToken = 0;
  #tokensLeft = 0;
  #renewedAt: number;
  /** Claims of visits that are not over, by token. */
  readonly #inFlight = new Map<number, Claim>();

  constructor(tables: Pick<FrontierTables, 'sql'>, owner: number, now: number) {
    this.#tables = tables;
    this.#owner = owner;
    this.#renewedAt = now;
  }

  /** Takes more tokens if none is left. To be called before a transaction that begins a lease. */
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

  /** Leases a link, inside a transaction. Returns the token of the claim. */
  begin(link: LinkId, site: SiteId, now: number): number {
    const token = this.#nextToken;
    const { leases } = this.#tables.sql;
    leases.insert.run({ link, site, token, claimed_at: now, owner: this.#owner, ends_at: now + LEASE });
    return token;
  }

  /** Ends a lease. Returns false if the lease is no longer held. */
  end({ link, token }: Pick<Claim, 'link' | 'token'>): boolean {
    return this.#tables.sql.leases.end.run({ link, token }).changes > 0;
  }

  /** Counts a claim as in flight until `uncount`, even if its lease is lost. */
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

  /** Tells whether it is time to renew the held leases. */
  isToRenew(now: number): boolean {
    return now - this.#renewedAt >= RENEW_EVERY;
  }

  async renew(commits: Pick<Commits, 'run'>, now: number): Promise<void> {
    await commits.run(() => this.#tables.sql.leases.renew.run({ owner: this.#owner, ends_at: now + LEASE }), 'later');
    this.#renewedAt = now;
  }

  /** Returns the end of the next lease of another run, in milliseconds since the epoch; infinity: no such lease. */
  nextEnd(): number {
    return this.#tables.sql.leases.nextEnd.get({ owner: this.#owner })?.at ?? Number.POSITIVE_INFINITY;
  }
}
