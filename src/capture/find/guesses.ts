import { type FoundLink, NO_TEXTS } from '../../domain/link.ts';
import { parseUrl } from '../../url/parse.ts';
import { writtenBy } from '../addresses/script-addresses.ts';
import type { Guess } from '../documents/guesses.ts';
import { inThread } from '../documents/in-thread.ts';
import { TextMemory } from '../documents/text-memory.ts';
import { type LoadedFrame, type LoadedPage, readItems } from '../loaded-page.ts';
import type { FrameText } from '../walk/walk.ts';
import { walkRules } from '../walk/walk-rules.ts';
import type { WalkedPage } from './walked-page.ts';

/** Returns guesses in the documents' texts of one kind. */
export async function guessesInTexts(
  page: LoadedPage,
  kind: FrameText['kind'],
): Promise<(Guess & { readonly frame: LoadedFrame })[]> {
  const all = await Promise.all(
    (await page.texts()).map(async ({ texts, base, encoding }, index) => {
      const ofKind = texts.filter((one) => one.kind === kind).map(({ text }) => text);
      const frame = page.frames[index];
      if (!frame || ofKind.length === 0) return [];
      const guesses = readItems(page, await inThread('guesses', { kind, texts: ofKind, base, encoding }));
      return guesses.map((guess) => ({ ...guess, frame }));
    }),
  );
  return all.flat();
}

/** Returns guesses as distinct links, without links in the page's markup. */
export async function guessed(
  page: LoadedPage,
  walked: WalkedPage,
  technique: string,
  guesses: readonly (Guess & { readonly frame?: LoadedFrame })[],
): Promise<FoundLink[]> {
  const seen = new Set((await walked.allLinks()).map(({ url }) => url));
  const hosts = new Set(page.frames.map(({ url }) => parseUrl(url)?.host));
  const asked = new Map<string | undefined, Set<string>>();
  for (const { url, method } of guesses)
    if (method !== undefined) asked.set(url, (asked.get(url) ?? new Set()).add(method));
  const writes = await writesOf(page);
  let left = walkRules.mostLinks;
  return guesses.flatMap(({ raw, url, element, frame }): FoundLink[] => {
    const method = writes.has(raw) ? WRITE : (writtenBy(asked.get(url) ?? new Set()) ?? 'GET');
    const parsed = url === undefined || seen.has(url) ? undefined : parseUrl(url);
    // Names without a dot are made up.
    if (!parsed || !/^https?:$/.test(parsed.protocol)) return [];
    if (!hosts.has(parsed.host) && !parsed.hostname.includes('.')) return [];
    if (left-- <= 0) return [];
    seen.add(url);
    const place = { ...NO_TEXTS, frame: frame && !frame.isMain ? frame.url : '' };
    return [{ raw: raw.slice(0, 5000), url, role: 'guess', method, element, ...place, technique }];
  });
}

/** Method for requests of controls that announce harm, whatever method their scripts use. */
const WRITE = 'POST';

const handlers = new TextMemory((source) => inThread('script', source));

/** Returns the addresses in the sources of such controls, as written. */
async function writesOf({ leftAlone }: LoadedPage): Promise<ReadonlySet<string>> {
  const read = await Promise.all(leftAlone.map((source) => handlers.read(source)));
  return new Set(read.flatMap((addresses) => (addresses ?? []).map(({ raw }) => raw)));
}
