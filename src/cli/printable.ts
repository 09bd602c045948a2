import { stripVTControlCharacters } from 'node:util';

/** What steers a terminal, or turns its text round; ends of lines and tabs do not count. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Node takes one that a bell follows for a longer one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

/** Text as a terminal may show it: without escape sequences and control characters. */
export const harmless = (text: string): string =>
  stripVTControlCharacters(text.replace(CONTROL_SEQUENCE, '')).replace(STEERING, '');

/** Text of a page as a terminal may show it: in one line, too. */
export const printable = (text: string): string => harmless(text.replace(/\s+/g, ' ')).trim();

/** Lets nothing through to a terminal that steers it; what goes to a file or a pipe stays as it is. */
export function guardTerminal(out: NodeJS.WriteStream): void {
  if (!out.isTTY) return;
  const write = out.write.bind(out);
  const guarded = (chunk: string | Uint8Array, ...more: [done?: () => void]) =>
    write(typeof chunk === 'string' ? harmless(chunk) : chunk, ...more);
  Object.assign(out, { write: guarded });
}
