import { isScriptAddress } from '../addresses/like-address.ts';
import { addressResolver } from '../addresses/resolve-address.ts';
import type { Guess } from '../documents/guesses.ts';
import { inThread } from '../documents/in-thread.ts';
import { TextMemory } from '../documents/text-memory.ts';
import { type LoadedPage, readItems } from '../loaded-page.ts';
import { guessed, guessesInTexts } from './guesses.ts';
import type { Technique } from './technique.ts';

const memory = new TextMemory((script) => inThread('script', script));

/** Strings that look like addresses, in scripts that the documents contain or load. */
export const scriptText: Technique = {
  name: 'script-text',
  level: 'thorough',
  summary: 'strings in scripts that look like addresses',
  readsTexts: true,
  async find(page, walked) {
    const inline = await guessesInTexts(page, 'script');
    const guess = await guessFrom(page);
    const loaded = await Promise.all(
      (await page.loaded(/(?:java|ecma)script$/)).map(async ({ text }) =>
        readItems(page, await memory.read(text)).map(({ raw, method }) => ({ ...guess(raw), method })),
      ),
    );
    return await guessed(page, walked, 'script-text', [...inline, ...loaded.flat()]);
  },
};

/**
 * Returns a function that makes guesses of a script's addresses, which are relative to the page that runs the script.
 */
async function guessFrom(page: LoadedPage): Promise<(raw: string) => Guess> {
  const [own] = await page.texts();
  const resolve = addressResolver(own?.base, own?.encoding ?? 'utf-8');
  return (raw) => ({ raw, url: resolve(raw), element: 'script' });
}

/** Strings that look like addresses, in global variables of the page's scripts at reading time. */
export const globals: Technique = {
  name: 'global',
  level: 'thorough',
  summary: 'strings in global variables that look like addresses',
  readsTexts: true,
  async find(page, walked) {
    const addresses = (await page.globals()).map((text) => text.trim()).filter(isScriptAddress);
    if (addresses.length === 0) return [];
    return await guessed(page, walked, 'global', addresses.map(await guessFrom(page)));
  },
};
