import { jsonAddresses } from '../addresses/json-addresses.ts';
import { isRoutePattern } from '../addresses/like-address.ts';
import { addressResolver } from '../addresses/resolve-address.ts';
import { scriptAddresses } from '../addresses/script-addresses.ts';
import { commentedAddresses, shownAddresses } from '../addresses/text-addresses.ts';
import type { FrameText } from '../walk/walk.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { markupLinks } from './read-document.ts';
import { TextMemory } from './text-memory.ts';

/** A guessed address, with the kind of its source. */
export interface Guess {
  readonly raw: string;
  readonly url: string | undefined;
  readonly element: string;
  /** HTTP method of requests for the address; undefined if unknown. */
  readonly method?: string | undefined;
}

/** Texts of a document, all of one kind, with base and encoding to resolve addresses. */
export interface GuessInput {
  readonly kind: FrameText['kind'];
  readonly texts: readonly string[];
  readonly base: string | undefined;
  readonly encoding: string;
}

type Resolve = (raw: string) => string | undefined;

/** Returns guesses in a document's texts. */
export async function guessesIn({ kind, texts, base, encoding }: GuessInput): Promise<readonly Guess[]> {
  const resolve = addressResolver(base, encoding);
  const guesses: Guess[] = [];
  for (const text of texts) {
    for (const guess of await guessesOf[kind](text, resolve, base ?? '')) guesses.push(guess);
    if (guesses.length > walkRules.mostLinks) break;
  }
  return guesses.slice(0, walkRules.mostLinks);
}

/** Results of scripts that many pages of a site share. */
const scripts = new TextMemory(async (text) => scriptAddresses(text));

type Guesses = (text: string, resolve: Resolve, base: string) => readonly Guess[] | Promise<readonly Guess[]>;

const guessesOf: Readonly<Record<FrameText['kind'], Guesses>> = {
  script: async (text, resolve) =>
    ((await scripts.read(text)) ?? []).map(({ raw, method }) => ({
      raw,
      url: resolve(raw),
      element: 'script',
      method,
    })),
  json: (text, resolve) => jsonAddresses(text).map((raw) => ({ raw, url: resolve(raw), element: 'script' })),
  shown: (text, resolve) => shownAddresses(text).map((raw) => shown(raw, 'text', resolve)),
  markup: inMarkup,
};

const shown = (raw: string, element: string, resolve: Resolve): Guess => ({
  raw,
  url: resolve(/^www\./i.test(raw) ? `http://${raw}` : raw),
  element,
});

/** Returns guesses in a comment, or in a piece of a page. */
function inMarkup(markup: string, resolve: Resolve, base: string): Guess[] {
  const text = markup.replace(/^\s*\[if\b[^\]]*\]>|<!\[endif\]\s*$/gi, '');
  const named = commentedAddresses(withoutTags(text)).map((raw) => shown(raw, 'comment', resolve));
  if (!/<[a-z]/i.test(text) || !text.includes('=')) return named;
  const links = markupLinks(text, base, false).filter(({ raw }) => !isRoutePattern(raw));
  return [...links.map(({ raw, method }) => ({ ...shown(raw, 'comment', resolve), method })), ...named];
}

/** Replaces each tag by a blank; keeps an unclosed tag. */
function withoutTags(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    const close = text.indexOf('>', open);
    if (close < 0) break;
    pieces.push(text.slice(at, open));
    at = close + 1;
  }
  return [...pieces, text.slice(at)].join(' ');
}
