const LETTER_A = 97;
const LETTER_Z = 122;
const UPPER_A = 65;
const UPPER_Z = 90;
const TO_LOWER = 32;
/** Of the two hashes: FNV-1a's offset and prime, and the multiplier of Java's `String.hashCode`. */
const OFFSET = 0x811c9dc5 | 0;
const FNV = 0x01000193;
const JAVA = 31;

/**
 * Numbers of the words of ASCII texts, from 0 on: runs of letters, in lower-case letters. No string is made of a word that
 * was met before. Two words whose hashes of 32 bits are alike, both of them, are taken for one.
 */
export class WordTable {
  /** In lower-case letters, by their numbers. */
  readonly words: string[] = [];
  readonly #mask: number;
  /** Numbers of words + 1, each at the first place that is free from its hash on. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;

  /** @param most words that it has room for: who reads more must empty it before */
  constructor(most: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * most));
    this.#mask = slots - 1;
    this.#slots = new Int32Array(slots);
    this.#hashes = new Int32Array(2 * most);
  }

  /** Numbers of a text's first words, `most` at most. */
  read(text: string, most: number): number[] {
    const numbers: number[] = [];
    let one = 0;
    let other = 0;
    let begin = -1;
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0;
      const letter = code >= UPPER_A && code <= UPPER_Z ? code + TO_LOWER : code;
      if (letter >= LETTER_A && letter <= LETTER_Z) {
        if (begin < 0) {
          if (numbers.length === most) break;
          begin = at;
          one = OFFSET;
          other = 0;
        }
        one = Math.imul(one ^ letter, FNV);
        other = (Math.imul(other, JAVA) + letter) | 0;
      } else if (begin >= 0) {
        numbers.push(this.#numberOf(one, other, text, begin, at));
        begin = -1;
      }
    }
    return numbers;
  }

  clear(): void {
    this.#slots.fill(0);
    this.words.length = 0;
  }

  #numberOf(one: number, other: number, text: string, begin: number, end: number): number {
    let slot = (one ^ (one >>> 15)) & this.#mask;
    for (let known = this.#slots[slot] ?? 0; known !== 0; known = this.#slots[slot] ?? 0) {
      const first = 2 * (known - 1);
      if (this.#hashes[first] === one && this.#hashes[first + 1] === other) return known - 1;
      slot = (slot + 1) & this.#mask;
    }
    const number = this.words.length;
    this.#slots[slot] = number + 1;
    this.#hashes[2 * number] = one;
    this.#hashes[2 * number + 1] = other;
    this.words.push(text.slice(begin, end).toLowerCase());
    return number;
  }
}
