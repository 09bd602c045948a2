import type { Web } from '../crawl/web-access.ts';
import { createRandom } from '../domain/random.ts';
import type { Claim, CompletedVisit } from '../frontier/frontier.ts';
import type { revisitQueries } from '../storage/recrawl.ts';
import type { RecrawlFrontier } from './recrawl-frontier.ts';
import type { ValidatorTrust } from './validator-trust.ts';

/** Share of full revisits on trusted sites, to detect false validators. */
const AUDITED = 0.02;

interface Asking {
  readonly web: Pick<Web, 'askAgain' | 'robots' | 'delay'>;
  readonly frontier: RecrawlFrontier;
  readonly trust: ValidatorTrust;
  readonly validators: ReturnType<typeof revisitQueries>['validators'];
  readonly step: number;
  readonly seed: number;
  readonly now: () => number;
}

interface Asked {
  readonly completed: CompletedVisit | undefined;
}

/**
 * Asks a trusted site whether a page has changed. Returns undefined if the page must be visited in full now, else the
 * result, which is empty if the page waits for its full visit.
 *
 * @throws RetryVisit, GiveUpVisit if the server does not answer
 */
export async function revisitConditionally(claim: Claim, asking: Asking): Promise<Asked | undefined> {
  const { web, frontier, trust, validators, step, seed, now } = asking;
  const { askAgain, robots, delay } = web;
  const check = frontier.revisitOf(claim);
  if (!askAgain || !check || check.inFull || !trust.isBelieved(check.site)) return undefined;
  const known = validators.get({ page: check.page });
  if (!known || createRandom(`${seed} ${step} ${check.page} audit`).chance(AUDITED)) return undefined;
  if (robots) {
    const { isAllowed, askedAt } = await robots.allows(new URL(claim.url));
    if (!isAllowed) return undefined;
    if (askedAt !== undefined && delay(claim.host) > 0) {
      await frontier.release(claim, { notBefore: 0, failed: false, askedAt }, now());
      return { completed: undefined };
    }
  }
  const { isSame, askedAt } = await askAgain(claim.url, { etag: known.etag, lastModified: known.last_modified });
  if (isSame) return { completed: await frontier.completeUnchanged(claim, askedAt, now()) };
  frontier.askInFull(claim, askedAt, now());
  return { completed: undefined };
}
