import { type FoundLink, NO_TEXTS } from '../../domain/link.ts';
import { parseUrl } from '../../url/parse.ts';
import { inThread } from '../documents/in-thread.ts';
import { TextMemory } from '../documents/text-memory.ts';
import { type LoadedPage, type LoadedText, readItems } from '../loaded-page.ts';
import type { Technique } from './technique.ts';

const memory = new TextMemory((sheet) => inThread('style', sheet));

/** Addresses in style sheets that the page has loaded; `attribute` finds those in the markup. */
export const style: Technique = {
  name: 'style',
  level: 'passive',
  summary: 'addresses in style sheets',
  find: async (page) =>
    (await Promise.all((await page.loaded(/^text\/css$/)).map((sheet) => inSheet(sheet, page)))).flat(),
};

async function inSheet(sheet: LoadedText, page: LoadedPage): Promise<FoundLink[]> {
  return readItems(page, await memory.read(sheet.text)).flatMap((raw): FoundLink[] => {
    const url = parseUrl(raw, sheet.url)?.href;
    if (url === undefined || !/^https?:/.test(url)) return [];
    return [{ raw, url, role: 'embedded', method: 'GET', ...NO_TEXTS, element: 'style', technique: 'style' }];
  });
}
