import { diffArrays } from 'diff';
import type { TextChange } from '../domain/history.ts';

/** How two versions of a text differ, in characters (UTF-16 code units). */
export interface TextDifference {
  /** In both. kept + gone is the size before, kept + fresh the size after. */
  readonly kept: number;
  /** Only in the older one. */
  readonly gone: number;
  /** Only in the newer one. */
  readonly fresh: number;
}

/** Blocks that may be inserted and deleted before two versions count as in no order. */
const MOST_BLOCK_EDITS = 1000;
/** Blocks that stand in place of others, of both versions together, that are compared by words; more are another text. */
const MOST_REPLACED = 20;
/** Words, blanks and signs of these … */
const MOST_WORDS = 3000;
/** … and those that may be inserted and deleted before it is another text. */
const MOST_WORD_EDITS = 200;
/** Share of the shorter text that must stay: what any two texts of a language have in common is less. */
const LEAST_KEPT = 0.5;

/**
 * Compares two versions of a page's visible text by blocks. A block that is in both is kept, also at another place. What
 * stands in one version where something else stands in the other is compared by words: an edited paragraph keeps what was
 * not edited, a rewritten one keeps nothing. The effort is bounded by counts, so that equal versions always compare alike.
 * Exchanging the versions exchanges gone and fresh.
 */
export function compareTexts(before: readonly string[], after: readonly string[]): TextDifference {
  const isSwapped = isBehind(before, after);
  const [one, other] = isSwapped ? [after, before] : [before, after];
  const kept = keptOf(one, other);
  return { kept, gone: sizeOf(before) - kept, fresh: sizeOf(after) - kept };
}

/** What went and what came, block by block, by the same comparison; blocks that only moved are left out. */
export function textChanges(before: readonly string[], after: readonly string[]): readonly TextChange[] {
  const gaps = gapsBetween(before, after);
  return withoutMoved(gaps).filter(({ gone, fresh }) => gone.length + fresh.length > 0);
}

/** Characters of a text. */
export const sizeOf = (blocks: readonly string[]): number => blocks.reduce((sum, { length }) => sum + length, 0);

/** Blocks that stand in one version where others, or none, stand in the other. */
interface Gap {
  readonly gone: string[];
  readonly fresh: string[];
}

function keptOf(before: readonly string[], after: readonly string[]): number {
  const gaps = gapsBetween(before, after);
  let kept = sizeOf(before) - gaps.reduce((sum, { gone }) => sum + sizeOf(gone), 0);
  for (const [block, times] of movedIn(gaps)) kept += block.length * times;
  for (const { gone, fresh } of withoutMoved(gaps)) kept += keptWords(gone, fresh);
  return kept;
}

const movedIn = (gaps: readonly Gap[]) =>
  inBoth(
    gaps.flatMap(({ gone }) => gone),
    gaps.flatMap(({ fresh }) => fresh),
  );

function withoutMoved(gaps: readonly Gap[]): readonly Gap[] {
  const moved = movedIn(gaps);
  const toGo = new Map(moved);
  const toCome = new Map(moved);
  return gaps.map(({ gone, fresh }) => ({
    gone: gone.filter((block) => !taken(toGo, block)),
    fresh: fresh.filter((block) => !taken(toCome, block)),
  }));
}

function gapsBetween(before: readonly string[], after: readonly string[]): readonly Gap[] {
  // Most of a page is as it was: only what stands between its first and its last change is looked at closely.
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const gone = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const changes = diffArrays(gone, fresh, { maxEditLength: MOST_BLOCK_EDITS });
  if (!changes) return [{ gone, fresh }];
  const gaps: Gap[] = [];
  let gap: Gap | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      gap = undefined;
      continue;
    }
    if (!gap) {
      gap = { gone: [], fresh: [] };
      gaps.push(gap);
    }
    gap[added ? 'fresh' : 'gone'].push(...value);
  }
  return gaps;
}

/** The blocks that are in both, and how many times. */
function inBoth(gone: readonly string[], fresh: readonly string[]): ReadonlyMap<string, number> {
  const left = new Map<string, number>();
  for (const block of gone) left.set(block, (left.get(block) ?? 0) + 1);
  const both = new Map<string, number>();
  for (const block of fresh) if (taken(left, block)) both.set(block, (both.get(block) ?? 0) + 1);
  return both;
}

/** Takes one of a block out, if there is one. */
function taken(blocks: Map<string, number>, block: string): boolean {
  const times = blocks.get(block) ?? 0;
  if (times > 0) blocks.set(block, times - 1);
  return times > 0;
}

/** Characters of words that stay where blocks were edited. */
function keptWords(gone: readonly string[], fresh: readonly string[]): number {
  if (gone.length === 0 || fresh.length === 0 || gone.length + fresh.length > MOST_REPLACED) return 0;
  const [before, after] = [wordsOf(gone), wordsOf(fresh)];
  if (before.length + after.length > MOST_WORDS) return 0;
  const changes = diffArrays(before, after, { maxEditLength: MOST_WORD_EDITS });
  if (!changes) return 0;
  const kept = changes.reduce((sum, { added, removed, value }) => (added || removed ? sum : sum + sizeOf(value)), 0);
  return kept >= LEAST_KEPT * Math.min(sizeOf(gone), sizeOf(fresh)) ? kept : 0;
}

/** Words, blanks and signs. */
const wordsOf = (blocks: readonly string[]): string[] =>
  blocks.flatMap((block) => block.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]+/gu) ?? []);

/** An order of texts: what is compared first decides between equally long common parts. */
function isBehind(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const at = one.findIndex((block, index) => block !== other[index]);
  return at >= 0 && (one[at] ?? '') > (other[at] ?? '');
}
