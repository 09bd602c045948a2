/** Single-byte Cyrillic encodings of old Russian servers. */
export type LegacyEncoding = 'koi8-r' | 'windows-1251';

/** Returns a function that encodes text, and throws for a character that the encoding lacks. */
export function legacyEncoder(encoding: LegacyEncoding): (text: string) => Uint8Array {
  const upperHalf = new TextDecoder(encoding).decode(Uint8Array.from({ length: 128 }, (_, index) => 128 + index));
  const byteOf = new Map([...upperHalf].map((character, index) => [character.charCodeAt(0), 128 + index]));
  return (text) => {
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      const byte = code < 128 ? code : byteOf.get(code);
      if (byte === undefined) throw new RangeError(`${encoding} has no ${JSON.stringify(text[index])}`);
      bytes[index] = byte;
    }
    return bytes;
  };
}
