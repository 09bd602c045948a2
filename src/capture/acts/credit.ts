import { type Attempt, countTry, type Group, usualOf } from './attempt.ts';
import type { Came } from './repeats.ts';

/**
 * What groups of acts have learned from those that were done.
 *
 * @param telling those of them that may have shown something new
 * @param isOnTheWay whether what they came to is only a step to what they led to before
 */
export function credit(
  done: readonly Attempt[],
  { effect, found, isNews, isMoreToCome, isAsked }: Came,
  telling: readonly Attempt[],
  isOnTheWay: (leadsTo: number | undefined) => boolean,
): void {
  const last = done.at(-1);
  // What changes the page at once ends a batch.
  const isOfAny = effect !== 'change' || isMoreToCome || isAsked;
  // Of what readers do and what they seldom do, the former has brought it.
  const doers = new Set(usualOf(done).map(({ group }) => group));
  for (const { group, repeats, isRenewed, isKnownView, leadsTo } of done) {
    const hasBrought = found > 0 && (group === last?.group || (isOfAny && doers.has(group)));
    group.isFruitful ||= hasBrought;
    if (repeats === 0 || isRenewed) countTry(group, hasBrought);
    if (hasBrought || (isRenewed && (found > 0 || isNews))) group.vain = 0;
    else if (isRenewed && !isKnownView) group.vain = (group.vain ?? 0) + 1;
    group.kind.isTried = true;
    group.kind.hasBrought ||= found > 0;
    if (found > 0) group.barren = group.fruitless = 0;
    else if (repeats === 0) group.fruitless++;
    if (repeats > 0 && !isOnTheWay(leadsTo)) group.isSteady ||= found === 0 && !isNews;
  }
  for (const { group, repeats, planned } of done) {
    const isAnother = !group.labels.has(planned.label);
    group.isHeard ||= planned.isTyped === true && effect !== 'none';
    if (planned.isTyped && isNews) group.told = (group.told ?? 0) + 1;
    // One that seems to have brought links may have come as something else did.
    if (planned.isTyped && (group.successes > 1 || group.hasLed) && !group.isInPairs) dropPairs(group);
    group.labels.add(planned.label);
    const isBarren = found === 0 && repeats === 0 && isAnother;
    // Of a list that is looked through a text shows less, which is nothing new.
    if (isBarren && (planned.isTyped || !telling.some((one) => one.group === group))) group.barren++;
  }
}

/** What a letter has brought, it brings without a second one. */
function dropPairs(group: Group): void {
  group.acts.splice(0, Number.POSITIVE_INFINITY, ...group.acts.filter(({ planned }) => !planned.isPair));
}
