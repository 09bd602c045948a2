import { shownAddresses } from '../guessed-addresses.ts';
import { hasHoles } from '../like-address.ts';
import { ParsedDocument } from '../parsed-document.ts';
import { type Guess, guessed, guessesInTexts } from './guessed.ts';
import type { FrameTexts, Technique } from './technique.ts';

/** Links in comments, conditional ones too, and in pieces of pages that scripts fill in. */
export const comment: Technique = {
  name: 'comment',
  level: 'thorough',
  summary: 'links in comments',
  find: async (page) => await guessed(page, 'comment', await guessesInTexts(page, 'markup', inMarkup)),
};

async function inMarkup(markup: string, resolve: FrameTexts['resolve']): Promise<Guess[]> {
  const text = markup.replace(/^\s*\[if\b[^\]]*\]>|<!\[endif\]\s*$/gi, '');
  const named = shownAddresses(text.replace(/<[^>]*>/g, ' ')).map((raw) => guess(raw, resolve));
  if (!/<[a-z][^>]*=/i.test(text)) return named;
  const document = new ParsedDocument({ url: resolve('') ?? '', parentUrl: '', text, encoding: 'utf-8', isXml: false });
  const links = (await document.links()).filter(({ raw }) => !hasHoles(raw));
  return [...links.map(({ raw, method }) => ({ ...guess(raw, resolve), method })), ...named];
}

const guess = (raw: string, resolve: FrameTexts['resolve']): Guess => ({
  raw,
  url: resolve(/^www\./i.test(raw) ? `http://${raw}` : raw),
  element: 'comment',
});
