import { diffArrays } from 'diff';
import type { TextChange } from '../domain/history.ts';

/** Difference between two versions of a text, in characters (UTF-16 code units). */
export interface TextDifference {
  /** Characters in both versions. kept + gone is the size before, kept + fresh the size after. */
  readonly kept: number;
  /** Characters only in the older version. */
  readonly gone: number;
  /** Characters only in the newer version. */
  readonly fresh: number;
}

/** Most inserted and deleted blocks; with more edits, order is ignored. */
const MOST_BLOCK_EDITS = 1000;
/** Most replaced blocks of both versions together that are compared by words; more are a different text. */
const MOST_REPLACED = 20;
/** Most words, blanks and signs of replaced blocks that are compared; with more, the blocks are a different text. */
const MOST_WORDS = 3000;
/** Most inserted and deleted words, blanks and signs; with more, the blocks are a different text. */
const MOST_WORD_EDITS = 200;
/** Least share of the shorter text that must stay; any two texts in one language have less in common. */
const LEAST_KEPT = 0.5;

/**
 * Compares two versions of a page's visible text by blocks, and replaced blocks by words; a moved block is kept. Limits
 * effort by counts, so that equal versions always compare alike. Swapping the versions swaps gone and fresh.
 */
export function compareTexts(before: readonly string[], after: readonly string[]): TextDifference {
  const isSwapped = isOrderedAfter(before, after);
  const [one, other] = isSwapped ? [after, before] : [before, after];
  const kept = keptOf(one, other);
  return { kept, gone: sizeOf(before) - kept, fresh: sizeOf(after) - kept };
}

/** Returns removed and added blocks by the same comparison, without blocks that only moved. */
export function textChanges(before: readonly string[], after: readonly string[]): readonly TextChange[] {
  const gaps = gapsBetween(before, after);
  return withoutMoved(gaps).filter(({ gone, fresh }) => gone.length + fresh.length > 0);
}

/** Returns the number of characters. */
export const sizeOf = (blocks: readonly string[]): number => blocks.reduce((sum, { length }) => sum + length, 0);

/** Blocks of one version that replace blocks, or nothing, of the other. */
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
  // Most of a page is unchanged: only blocks between the first and the last change are compared.
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

/** Counts the blocks that are in both versions. */
function inBoth(gone: readonly string[], fresh: readonly string[]): ReadonlyMap<string, number> {
  const left = new Map<string, number>();
  for (const block of gone) left.set(block, (left.get(block) ?? 0) + 1);
  const both = new Map<string, number>();
  for (const block of fresh) if (taken(left, block)) both.set(block, (both.get(block) ?? 0) + 1);
  return both;
}

/** Removes one occurrence of a block; returns false if there is none. */
function taken(blocks: Map<string, number>, block: string): boolean {
  const times = blocks.get(block) ?? 0;
  if (times > 0) blocks.set(block, times - 1);
  return times > 0;
}

/** Returns the number of characters of words that stay in edited blocks. */
function keptWords(gone: readonly string[], fresh: readonly string[]): number {
  if (gone.length === 0 || fresh.length === 0 || gone.length + fresh.length > MOST_REPLACED) return 0;
  const [before, after] = [wordsOf(gone), wordsOf(fresh)];
  if (before.length + after.length > MOST_WORDS) return 0;
  const changes = diffArrays(before, after, { maxEditLength: MOST_WORD_EDITS });
  if (!changes) return 0;
  const kept = changes.reduce((sum, { added, removed, value }) => (added || removed ? sum : sum + sizeOf(value)), 0);
  return kept >= LEAST_KEPT * Math.min(sizeOf(gone), sizeOf(fresh)) ? kept : 0;
}

/** Splits blocks into words, blanks and signs. */
const wordsOf = (blocks: readonly string[]): string[] =>
  blocks.flatMap((block) => block.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]+/gu) ?? []);

/** Orders texts, since the first argument of a comparison decides between equally long common parts. */
function isOrderedAfter(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return one.length > other.length;
  const at = one.findIndex((block, index) => block !== other[index]);
  return at >= 0 && (one[at] ?? '') > (other[at] ?? '');
}
