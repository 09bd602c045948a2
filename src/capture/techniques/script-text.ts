import { parseUrl } from '../../url/parse.ts';
import { scriptAddresses } from '../guessed-addresses.ts';
import { TextMemory } from '../text-memory.ts';
import { guessed, guessesInTexts } from './guessed.ts';
import type { Technique } from './technique.ts';

const memory = new TextMemory(scriptAddresses);

/** Strings that look like addresses, in the documents' scripts and in those that they load. */
export const scriptText: Technique = {
  name: 'script-text',
  level: 'thorough',
  summary: 'strings in scripts that look like addresses',
  async find(page) {
    const inline = await guessesInTexts(page, 'script', (text, resolve) =>
      memory.read(text).map(({ raw, method }) => ({ raw, url: resolve(raw), element: 'script', method })),
    );
    const base = page.frames[0]?.url;
    const scripts = await page.loaded(/(?:java|ecma)script$/);
    // A script's addresses are relative to the page that runs it.
    const loaded = scripts.flatMap(({ text }) =>
      memory.read(text).map(({ raw, method }) => ({ raw, url: parseUrl(raw, base)?.href, element: 'script', method })),
    );
    return await guessed(page, 'script-text', [...inline, ...loaded]);
  },
};
