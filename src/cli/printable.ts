import { stripVTControlCharacters } from 'node:util';

/** Characters that control a terminal or reverse its text; line ends and tabs are allowed. */
const STEERING = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Control sequences. Node takes a sequence followed by a bell for a longer one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CONTROL_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g;

/** Makes text safe for a terminal: without escape sequences and control characters. */
export const harmless = (text: string): string =>
  stripVTControlCharacters(text.replace(CONTROL_SEQUENCE, '')).replace(STEERING, '');

/** Makes a page's text safe for a terminal, on one line. */
export const printable = (text: string): string => harmless(text.replace(/\s+/g, ' ')).trim();

/** Removes control characters from the output to a terminal; output to a file or a pipe stays unchanged. */
export function guardTerminal(out: NodeJS.WriteStream): void {
  if (!out.isTTY) return;
  const write = out.write.bind(out);
  const guarded = (chunk: string | Uint8Array, ...more: [done?: () => void]) =>
    write(typeof chunk === 'string' ? harmless(chunk) : chunk, ...more);
  Object.assign(out, { write: guarded });
}
