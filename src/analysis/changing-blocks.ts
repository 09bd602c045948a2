/**
 * Evidence about blocks that differ at every fetch, which comparisons ignore. Blocks are known by **words** with digits
 * masked (clocks), or by **place** beside a block (banners, whose old texts return), if unique on the page.
 */
export interface Evidence {
  /** Comparisons of two versions in which the block differed. */
  readonly flips: number;
  /** Comparisons since the first difference in which the block stayed the same. */
  readonly stays: number;
  /** Flips back to a text shown before. */
  readonly returns: number;
}

/** Kinds of evidence. `gone`: a text that was at a place and is there no more. */
export const evidenceKinds = ['words', 'place', 'gone'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

interface Observation extends Evidence {
  readonly kind: EvidenceKind;
  readonly key: number;
}

/** Evidence about a template's blocks, by key. */
export type KnownBlocks = ReadonlyMap<number, Evidence & { readonly kind: EvidenceKind }>;

const LEAST_FLIPS = 3;
const LEAST_RETURNS = 2;
/** Flips per stay for words; places need fewer, since a banner may show the same text twice in a row. */
const FLIPS_TO_A_STAY = 4;
/** Evidence of two simultaneous fetches, which proves a changing block. */
const CERTAIN = { flips: LEAST_FLIPS, stays: 0, returns: LEAST_RETURNS } as const;
const FLIP = { flips: 1, stays: 0, returns: 0 } as const;
const RETURN = { flips: 1, stays: 0, returns: 1 } as const;
const STAY = { flips: 0, stays: 1, returns: 0 } as const;
const GONE = { flips: 0, stays: 0, returns: 0 } as const;

const isChanging = ({ kind, flips, stays, returns }: Evidence & { readonly kind: EvidenceKind }): boolean =>
  flips >= LEAST_FLIPS &&
  (kind === 'words' ? flips >= FLIPS_TO_A_STAY * stays : returns >= LEAST_RETURNS && flips >= stays);

/** Returns the blocks of a text without those that differ at every fetch. */
export function lastingBlocks(text: readonly string[], known: KnownBlocks): readonly string[] {
  const changing = new Set<number>();
  for (const [key, evidence] of known) if (isChanging(evidence)) changing.add(key);
  if (changing.size === 0) return text;
  return placed(text)
    .filter((block) => !keys.some((by) => changing.has(block[by])))
    .map((block) => block.text);
}

/**
 * Compares two versions of a page, and returns evidence about its blocks.
 *
 * @param atOnce true if fetched directly one after the other: any difference occurs at every fetch
 */
export function compareBlocks(
  before: readonly string[],
  after: readonly string[],
  known: KnownBlocks,
  atOnce: boolean,
): readonly Observation[] {
  const [old, now] = [placed(before), placed(after)];
  const seen: Observation[] = [];
  for (const [key, { text }, other] of inBoth(old, now, 'words')) {
    if (other.text !== text) seen.push({ kind: 'words', key, ...(atOnce ? CERTAIN : FLIP) });
    else if (known.has(key)) seen.push({ kind: 'words', key, ...STAY });
  }
  for (const by of ['behind', 'before'] as const) {
    for (const [key, { text, words }, other] of inBoth(old, now, by)) {
      if (other.words === words) {
        if (known.has(key)) seen.push({ kind: 'place', key, ...STAY });
        continue;
      }
      const isReturn = known.has(goneKey(key, other.text));
      seen.push({ kind: 'place', key, ...(atOnce ? CERTAIN : isReturn ? RETURN : FLIP) });
      seen.push({ kind: 'gone', key: goneKey(key, text), ...GONE });
    }
  }
  return seen;
}

/** Pairs blocks with the same key that is unique in each of both texts. */
function* inBoth(old: readonly PlacedBlock[], now: readonly PlacedBlock[], by: BlockKey) {
  const others = onlyOnes(now, by);
  for (const [key, block] of onlyOnes(old, by)) {
    const other = others.get(key);
    if (other) yield [key, block, other] as const;
  }
}

/** Keys of a block: its words, the block in front of it, and the block behind it. */
const keys = ['words', 'behind', 'before'] as const;
type BlockKey = (typeof keys)[number];

interface PlacedBlock extends Readonly<Record<BlockKey, number>> {
  readonly text: string;
}

/** Placed blocks by text, because a text is looked up several times. */
const placedTexts = new WeakMap<readonly string[], readonly PlacedBlock[]>();

function placed(text: readonly string[]): readonly PlacedBlock[] {
  const before = placedTexts.get(text);
  if (before) return before;
  const words = text.map((block) => textKey(block.replace(/\d+/g, '0')));
  const blocks = text.map((block, at) => ({
    text: block,
    words: words[at] ?? 0,
    behind: textKey(`behind ${words[at - 1] ?? ''}`),
    before: textKey(`before ${words[at + 1] ?? ''}`),
  }));
  placedTexts.set(text, blocks);
  return blocks;
}

const goneKey = (place: number, text: string): number => textKey(`gone ${place} ${text}`);

/** Returns the blocks of a text with a unique key. */
function onlyOnes(blocks: readonly PlacedBlock[], by: BlockKey): ReadonlyMap<number, PlacedBlock> {
  const only = new Map<number, PlacedBlock>();
  const several = new Set<number>();
  for (const block of blocks) {
    if (only.has(block[by])) several.add(block[by]);
    only.set(block[by], block);
  }
  for (const key of several) only.delete(key);
  return only;
}

/** Hashes to 53 bits by two FNV-1a hashes with different offsets, mixed; a tenth of the cost of SHA-1. */
function textKey(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x5bd1e995);
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ (high >>> 13);
  high = Math.imul(high ^ (high >>> 15), 0xc2b2ae35) ^ (low >>> 16);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
