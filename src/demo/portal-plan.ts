import { createRandom, type Random } from '../domain/random.ts';
import { createCompanions } from './linked-sites.ts';
import type { Anchor } from './page-link.ts';
import type { Place } from './portal-list.ts';
import type { Lexicon } from './texts/lexicon.ts';

/** Random choices for the pages of a portal; each call continues the same sequence. */
interface Plan {
  readonly random: Random;
  person(): string;
  /**
   * Draws from `low` to `high` links to other hosts, evenly; numbers below 0 count as none, so that -2 to 1 is mostly
   * none.
   */
  outbound(low: number, high: number): Anchor[];
  /** Returns a collection of `count` links, a few of which also end the collection before. */
  collection(count: number): Anchor[];
}

/** @param links number of distinct links to other hosts that the portal knows */
export function createPlan(seed: number, place: Place, lexicon: Lexicon, links: number): Plan {
  const random = createRandom(`${seed} ${place.host}`);
  const companions = createCompanions(seed, place, links);
  let collected = 0;
  return {
    random,
    person: () => `${random.pick(lexicon.givenNames)} ${random.pick(lexicon.familyNames)}`,
    outbound: (low, high) => companions.draw(random, Math.max(0, random.between(low, high))),
    collection(count) {
      const first = Math.max(0, collected - random.between(3, 20));
      collected = first + count;
      return companions.slice(first, count);
    },
  };
}
