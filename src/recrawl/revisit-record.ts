import { areSame, type Validators } from '../domain/page.ts';
import { statusIn } from '../domain/wording.ts';
import type { Claim, CompletedVisit, VisitResult } from '../frontier/frontier.ts';
import { failedVisit } from '../frontier/retries.ts';
import type { TableFrontier } from '../frontier/table-frontier.ts';
import type { RevisitResult } from '../frontier/visit/revisit.ts';
import { harvest, type PageView } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { revisitQueries } from '../storage/recrawl.ts';
import { runQueries } from '../storage/runs.ts';
import type { PageChange } from '../storage/tables/recrawl-tables.ts';
import { keyHash } from '../url/normalise.ts';
import { DoubtfulPages, type HeldRevisit } from './doubtful-pages.ts';
import { type RecrawlRun, TIME } from './open-run.ts';
import { packFacts, unpackFacts } from './page-facts.ts';
import { beginPage } from './page-rows.ts';
import type { PlannedRevisit } from './revisit-queue.ts';
import { costSums, type RunSums } from './run-sums.ts';
import type { ValidatorTrust } from './validator-trust.ts';

/** Result of a revisit for observers of the crawl. */
interface CompletedRevisit extends CompletedVisit {
  /** True if the server answered the request for the page. */
  readonly isAnswer: boolean;
}

type Differences = Omit<RevisitResult, 'change'> & { readonly change: PageChange };

/** Provisional result of a revisit that is not stored yet. */
const HELD: CompletedRevisit = {
  ...{ isAnswer: true, outcome: 'page', reason: '', reward: 0, rendering: undefined },
  ...{ newInternal: 0, newExternal: 0, newBad: 0 },
};

type Way = 'full' | 'conditional';

interface RevisitRecordParts {
  readonly recrawlRun: RecrawlRun;
  readonly run: { readonly id: number; readonly startedAt: number };
  readonly trust: ValidatorTrust;
  readonly sums: RunSums;
}

/** Stores the results of revisits, each in one transaction with the rule's lesson from it. */
export class RevisitRecord {
  readonly #frontier: TableFrontier;
  readonly #recrawlRun: RecrawlRun;
  readonly #run: { readonly id: number; readonly startedAt: number };
  readonly #sql: ReturnType<typeof revisitQueries>;
  readonly #runs: ReturnType<typeof runQueries>;
  readonly #sums: RunSums;
  readonly #trust: ValidatorTrust;
  readonly #doubts: DoubtfulPages;

  constructor(store: Store, frontier: TableFrontier, { recrawlRun, run, trust, sums }: RevisitRecordParts) {
    this.#trust = trust;
    this.#doubts = new DoubtfulPages(store, recrawlRun.step);
    this.#frontier = frontier;
    this.#recrawlRun = recrawlRun;
    this.#run = run;
    this.#sql = revisitQueries(store);
    this.#runs = runQueries(store);
    this.#sums = sums;
  }

  /** Stores a completed or failed revisit. Doubtful results are held until other pages of the site are visited. */
  async completeVisit(
    check: PlannedRevisit,
    claim: Claim,
    result: VisitResult,
    now: number,
  ): Promise<CompletedRevisit> {
    const judgement = this.#doubts.judge({ check, claim, result, now });
    if (judgement.kind === 'held') return HELD;
    const store = (one: HeldRevisit) => (judgement.kind === 'doubted' ? this.#doubt(one) : this.#believe(one));
    for (const one of judgement.released) await store(one);
    return await store({ check, claim, result, now });
  }

  /** Number of results that wait for other pages of their site. */
  get held(): number {
    return this.#doubts.held;
  }

  /**
   * Stores the held results when no other pages follow.
   *
   * @param sites sites to store; undefined: all
   */
  async storeHeld(sites?: readonly number[]): Promise<void> {
    for (const one of this.#doubts.release(sites)) await this.#believe(one);
  }

  /** Stores that the page was visited, but none of its content. */
  #doubt({ check, claim, now }: HeldRevisit): Promise<CompletedRevisit> {
    const reason = 'looks like the rest of its site: another recrawl run decides';
    return this.#frontier.revisit(check.page, failedVisit(reason), now, (rechecked) =>
      this.#write(check, claim, { ...rechecked, change: 'doubted' }, 'full', reason, now),
    );
  }

  async #believe({ check, claim, result, now }: HeldRevisit): Promise<CompletedRevisit> {
    const answered = { ...result, httpStatus: result.httpStatus ?? statusIn(result.reason) };
    const { completed, hasTold } = await this.#frontier.revisit(check.page, answered, now, (rechecked) => {
      if (rechecked.change === 'moved' && result.address) this.#followTo(check, result.address.key, now);
      return {
        hasTold: this.#compare(check, rechecked, result.validators),
        completed: this.#write(check, claim, rechecked, 'full', result.reason, now),
      };
    });
    if (hasTold !== undefined) this.#trust.count(check.site, hasTold);
    return completed;
  }

  /** Stores that the page is unchanged according to the server. */
  completeUnchanged(check: PlannedRevisit, claim: Claim, now: number): Promise<CompletedRevisit> {
    return this.#frontier.recheckUnchanged(check.page, now, (rechecked) =>
      this.#write(check, claim, rechecked, 'conditional', '', now),
    );
  }

  /** Postpones a page that robots.txt now forbids to another recrawl run. */
  forbid({ page }: PlannedRevisit): void {
    this.#sql.tried.run({ page, tried: this.#recrawlRun.step });
  }

  #write(
    check: PlannedRevisit,
    claim: Claim,
    differences: Differences,
    way: Way,
    reason: string,
    now: number,
  ): CompletedRevisit {
    const { step, chosen, pool, costOf } = this.#recrawlRun;
    const { page, priority } = check;
    const { change, kept, gone, fresh, size } = differences;
    const row = this.#sql.get.get({ page });
    if (!row) throw new Error(`page ${page} has no row to check`);
    const before = unpackFacts(row.facts, costOf);
    const isBelieved = change !== 'unreachable' && change !== 'doubted';
    const isThere = change === 'unchanged' || change === 'changed' || change === 'back';
    const milliseconds = now - claim.claimedAt;

    let after: PageView = before;
    if (isBelieved) {
      const lesson = chosen.rule.learn(before, { kept, gone, fresh, step }, pool);
      const signal = Number.isNaN(before.signal) ? Number.NaN : 0;
      after = { ...before, size: isThere ? size : 0, last: step, signal, state: lesson.state };
      if (lesson.sums) this.#sums.add(lesson.sums);
      if (isThere && way === 'full') this.#sums.add({ [TIME]: costSums(size, milliseconds) });
      this.#sums.write();
    }
    const hasChanged = gone + fresh > 0 || (isBelieved && change !== 'unchanged' && row.due === null);
    this.#sql.put.run({
      ...{ page, site: row.site, first: row.first, tried: step },
      checked_at: isBelieved ? now : row.checked_at,
      revisits: row.revisits + (isBelieved ? 1 : 0),
      changes: row.changes + (hasChanged ? 1 : 0),
      failures: isBelieved ? 0 : row.failures + 1,
      due: isThere ? null : isBelieved ? dueAgain(step, before.last, row.due !== null) : row.due,
      key: chosen.rule.rank ? null : (after.state[0] ?? 0),
      facts: packFacts(after, after.state),
    });
    const newLinks = differences.newInternal + differences.newExternal;
    this.#sql.insertRevisit.run({
      ...{ step, page, run: this.#run.id, started_at: claim.claimedAt, milliseconds, change, way },
      ...(isBelieved ? { kept, gone, fresh } : { kept: 0, gone: 0, fresh: 0 }),
      signal: Number.isNaN(before.signal) ? null : before.signal,
      ...{ priority: Math.min(priority, Number.MAX_VALUE), new_links: newLinks },
      removed_links: differences.removedLinks,
      returned_links: differences.returnedLinks,
    });
    this.#runs.lasted.run({ id: this.#run.id, milliseconds: now - this.#run.startedAt });
    return {
      isAnswer: change !== 'unreachable',
      outcome: isThere ? 'page' : change === 'moved' ? 'duplicate' : 'failed',
      reason: isThere || reason !== '' ? reason : change,
      reward: isBelieved ? harvest({ kept, gone, fresh }) : 0,
      newInternal: differences.newInternal,
      newExternal: differences.newExternal,
      newBad: 0,
      rendering: undefined,
    };
  }

  /** Stores the validators of a page. Returns whether they changed along with the page; undefined if unknown. */
  #compare(
    { page, site }: PlannedRevisit,
    { change, gone, fresh }: RevisitResult,
    now: Validators | undefined,
  ): boolean | undefined {
    if (change !== 'unchanged' && change !== 'changed' && change !== 'back') return undefined;
    const row = this.#sql.validators.get({ page });
    const before = row && { etag: row.etag, lastModified: row.last_modified };
    const hasTold = before && now && gone + fresh > 0 ? !areSame(before, now) : undefined;
    if (hasTold !== undefined) this.#trust.store(site, hasTold);
    if (now) this.#sql.putValidators.run({ page, etag: now.etag, last_modified: now.lastModified });
    else if (before) this.#sql.removeValidators.run({ page });
    return hasTold;
  }

  /** Adds the link that a moved page redirects to, for revisits in the moved page's place. */
  #followTo({ page, site }: PlannedRevisit, key: string, now: number): void {
    const { step, chosen, pool } = this.#recrawlRun;
    const target = this.#sql.linkAt.get({ site, hash: keyHash(key) })?.link;
    const row = this.#sql.get.get({ page });
    if (target === undefined || !row || this.#sql.get.get({ page: target })) return;
    const { group } = unpackFacts(row.facts, () => 1);
    const size = this.#sql.sizeOf.get({ page: target })?.size ?? 0;
    this.#sql.put.run(beginPage({ id: target, site, group, size, last: step }, now, chosen.rule, pool));
  }
}

/** Returns the step of the next revisit to a page that is gone: after one recrawl run, then two, four and so on. */
const dueAgain = (step: number, last: number, wasGone: boolean): number =>
  step + (wasGone ? 2 * Math.max(1, step - last) : 1);
