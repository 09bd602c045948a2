import type { FoundLink } from '../../domain/link.ts';
import { parseUrl } from '../../url/parse.ts';
import { writtenBy } from '../script-methods.ts';
import type { FrameText } from '../walk-texts.ts';
import type { FrameTexts, LoadedFrame, LoadedPage } from './technique.ts';
import { walkFrames } from './walked.ts';

/** The texts of each page's documents, read once for all guesses. */
const texts = new WeakMap<LoadedPage, Promise<readonly FrameTexts[]>>();

/** An address that was guessed, and what it stood in. */
export interface Guess {
  readonly raw: string;
  readonly url: string | undefined;
  readonly element: string;
  /** Undefined where nothing tells by which one it is asked for. */
  readonly method?: string | undefined;
}

/** What `read` makes of the documents' texts of one kind. */
export async function guessesInTexts(
  page: LoadedPage,
  kind: FrameText['kind'],
  read: (text: string, resolve: FrameTexts['resolve']) => readonly Guess[] | Promise<readonly Guess[]>,
): Promise<(Guess & { readonly frame: LoadedFrame })[]> {
  const known = texts.get(page) ?? Promise.all(page.frames.map((frame) => frame.texts()));
  texts.set(page, known);
  const all = await Promise.all(
    (await known).map(async ({ texts, resolve }, index) => {
      const guesses = await Promise.all(
        texts.filter((one) => one.kind === kind).map(({ text }) => read(text, resolve)),
      );
      const frame = page.frames[index];
      return frame ? guesses.flat().map((guess) => ({ ...guess, frame })) : [];
    }),
  );
  return all.flat();
}

/** Guesses as links, each once, and none that stands in the page's markup. */
export async function guessed(
  page: LoadedPage,
  technique: string,
  guesses: readonly (Guess & { readonly frame?: LoadedFrame })[],
): Promise<FoundLink[]> {
  const seen = new Set((await walkFrames(page, technique)).flatMap(({ links }) => links.map(({ url }) => url)));
  const hosts = new Set(page.frames.map(({ url }) => parseUrl(url)?.host));
  const asked = new Map<string | undefined, Set<string>>();
  for (const { url, method } of guesses)
    if (method !== undefined) asked.set(url, (asked.get(url) ?? new Set()).add(method));
  return guesses.flatMap(({ raw, url, element, frame }): FoundLink[] => {
    const method = writtenBy(asked.get(url) ?? new Set()) ?? 'GET';
    const parsed = url === undefined || seen.has(url) ? undefined : parseUrl(url);
    // Names without a dot are made up.
    if (!parsed || !/^https?:$/.test(parsed.protocol)) return [];
    if (!hosts.has(parsed.host) && !parsed.hostname.includes('.')) return [];
    seen.add(url);
    const place = { anchor: '', context: '', rel: '', tagPath: '', frame: frame && !frame.isMain ? frame.url : '' };
    return [{ raw: raw.slice(0, 5000), url, role: 'guess', method, element, ...place, technique }];
  });
}
