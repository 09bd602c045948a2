import { jsonAddresses } from '../addresses/json-addresses.ts';
import { isRoutePattern } from '../addresses/like-address.ts';
import { addressResolver } from '../addresses/resolve-address.ts';
import { scriptAddresses } from '../addresses/script-addresses.ts';
import { commentedAddresses, shownAddresses } from '../addresses/text-addresses.ts';
import type { FrameText } from '../walk/walk.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { markupLinks } from './read-document.ts';
import { TextMemory } from './text-memory.ts';

/** An address that was guessed, and what it stood in. */
export interface Guess {
  readonly raw: string;
  readonly url: string | undefined;
  readonly element: string;
  /** Method by which it is requested; undefined where nothing tells. */
  readonly method?: string | undefined;
}

/** Texts of a document, all of one kind, and what addresses in them are resolved by. */
export interface GuessInput {
  readonly kind: FrameText['kind'];
  readonly texts: readonly string[];
  readonly base: string | undefined;
  readonly encoding: string;
}

type Resolve = (raw: string) => string | undefined;

/** Guesses in a document's texts. */
export async function guessesIn({ kind, texts, base, encoding }: GuessInput): Promise<readonly Guess[]> {
  const resolve = addressResolver(base, encoding);
  const guesses: Guess[] = [];
  for (const text of texts) {
    for (const guess of await guessesOf[kind](text, resolve, base ?? '')) guesses.push(guess);
    if (guesses.length > walkRules.mostLinks) break;
  }
  return guesses.slice(0, walkRules.mostLinks);
}

/** Scripts that stand in many pages of a site. */
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

/** Guesses in a comment, or in a piece of a page. */
function inMarkup(markup: string, resolve: Resolve, base: string): Guess[] {
  const text = markup.replace(/^\s*\[if\b[^\]]*\]>|<!\[endif\]\s*$/gi, '');
  const named = commentedAddresses(withoutTags(text)).map((raw) => shown(raw, 'comment', resolve));
  if (!/<[a-z]/i.test(text) || !text.includes('=')) return named;
  const links = markupLinks(text, base, false).filter(({ raw }) => !isRoutePattern(raw));
  return [...links.map(({ raw, method }) => ({ ...shown(raw, 'comment', resolve), method })), ...named];
}

/** Replaces each tag by a blank; an unclosed one is kept. */
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
