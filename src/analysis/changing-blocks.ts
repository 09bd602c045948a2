/**
 * Blocks that differ at every fetch, such as clocks, counters, dates and rotating banners: to a comparison they are no
 * change. A block is known in two ways. By its **words**, digits masked: a clock keeps its words and differs in digits. By its
 * **place**, behind a block of certain words or before one: at the place of a banner texts come that were there before,
 * while at that of news they are new each time. Only a block that is the only one of its page with its words, or at its
 * place, says anything, so the items of a list do not.
 */
export interface Evidence {
  /** Comparisons of two versions in which it differed … */
  readonly flips: number;
  /** … and in which it did not, since it first did. */
  readonly stays: number;
  /** Of the flips, those to a text that had been there and gone. */
  readonly returns: number;
}

/** `gone`: a text that a place had, and had no more. */
export const evidenceKinds = ['words', 'place', 'gone'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

interface Observation extends Evidence {
  readonly kind: EvidenceKind;
  readonly key: number;
}

/** What is known of a template's blocks, by key. */
export type KnownBlocks = ReadonlyMap<number, Evidence & { readonly kind: EvidenceKind }>;

const LEAST_FLIPS = 3;
const LEAST_RETURNS = 2;
/** Flips to one stay, of words; a place of a banner may well show the same twice in a row. */
const FLIPS_TO_A_STAY = 4;
/** What two fetches at once show is certain. */
const CERTAIN = { flips: LEAST_FLIPS, stays: 0, returns: LEAST_RETURNS } as const;
const FLIP = { flips: 1, stays: 0, returns: 0 } as const;
const RETURN = { flips: 1, stays: 0, returns: 1 } as const;
const STAY = { flips: 0, stays: 1, returns: 0 } as const;
const GONE = { flips: 0, stays: 0, returns: 0 } as const;

const isChanging = ({ kind, flips, stays, returns }: Evidence & { readonly kind: EvidenceKind }): boolean =>
  flips >= LEAST_FLIPS &&
  (kind === 'words' ? flips >= FLIPS_TO_A_STAY * stays : returns >= LEAST_RETURNS && flips >= stays);

/** The blocks of a text that do not differ at every fetch. */
export function lastingBlocks(text: readonly string[], known: KnownBlocks): readonly string[] {
  const changing = new Set<number>();
  for (const [key, evidence] of known) if (isChanging(evidence)) changing.add(key);
  if (changing.size === 0) return text;
  return placed(text)
    .filter((block) => !keys.some((by) => changing.has(block[by])))
    .map((block) => block.text);
}

/**
 * What two versions of a page tell of its blocks.
 *
 * @param atOnce they were fetched one right after the other: what differs does so at every fetch
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

/** Blocks of a key that each of two texts has once, with the other's. */
function* inBoth(old: readonly PlacedBlock[], now: readonly PlacedBlock[], by: BlockKey) {
  const others = onlyOnes(now, by);
  for (const [key, block] of onlyOnes(old, by)) {
    const other = others.get(key);
    if (other) yield [key, block, other] as const;
  }
}

/** What a block is known by: its words, the block behind which it stands, the block before which it does. */
const keys = ['words', 'behind', 'before'] as const;
type BlockKey = (typeof keys)[number];

interface PlacedBlock extends Readonly<Record<BlockKey, number>> {
  readonly text: string;
}

/** A text is asked about more than once. */
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

/** The blocks of a text that no other has the key of. */
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

/** 53 bits by two FNV-1a hashes with different offsets, mixed: a tenth of the cost of SHA-1 for short texts. */
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
