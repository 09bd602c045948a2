/** Stream of random numbers determined by a key. */
export interface Random {
  /** Returns a uniform number in [0, 1). */
  unit(): number;
  /** Returns an integer in [0, limit). */
  below(limit: number): number;
  /** Returns an integer in [low, high]. */
  between(low: number, high: number): number;
  /** Returns true with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** Returns an item of a non-empty list. */
  pick<Item>(list: readonly Item[]): Item;
  /** Returns an item of a non-empty list, early ones more often: the index is the square of a uniform number. */
  pickEarly<Item>(list: readonly Item[]): Item;
  /** Returns up to `count` different items in random order. */
  sample<Item>(list: readonly Item[], count: number): Item[];
}

/** Creates a stream with Bob Jenkins' sfc32. An FNV-1a hash of the key sets the four words of the state. */
export function createRandom(key: string): Random {
  let a = hash(key, 0x811c9dc5);
  let b = hash(key, 0x01000193);
  let c = a ^ 0x9e3779b9;
  let counter = 1;

  const unit = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  const below = (limit: number): number => Math.floor(unit() * limit);
  for (let warmUp = 0; warmUp < 8; warmUp++) unit();

  return {
    unit,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => unit() < probability,
    pick: (list) => itemAt(list, below(list.length)),
    pickEarly: (list) => itemAt(list, Math.floor(unit() ** 2 * list.length)),
    sample: (list, count) => {
      const chosen = new Set<number>();
      const size = Math.min(count, list.length);
      while (chosen.size < size) chosen.add(below(list.length));
      return [...chosen].map((index) => itemAt(list, index));
    },
  };
}

/**
 * Returns a uniform number in [0, 1) for two integers, such as a seed and a subject. Cheaper than a stream (the
 * finaliser of MurmurHash3, twice).
 */
export function drawn(seed: number, of: number): number {
  return mixed(mixed(seed) ^ (of | 0)) / 0x1_0000_0000;
}

function mixed(bits: number): number {
  let state = bits | 0;
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}

function hash(text: string, start: number): number {
  let state = start | 0;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state ^ (state >>> 15);
}
