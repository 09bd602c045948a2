import { typeOf } from '../../url/file-types.ts';
import { withoutFragment } from '../../url/parse.ts';
import type { PageReader, ParsedDocument } from '../documents/page-reader.ts';
import type { FrameElement, Source } from '../documents/read-document.ts';
import { decode } from '../encoding/decode.ts';
import { isSitemap } from '../files/read-file.ts';
import { type LoadedFrame, MOST_FRAMES } from '../loaded-page.ts';
import { headerOf, isOtherType, isPageType, sniffedType } from '../network/answer-rules.ts';
import { isUsual, isUsualRedirect, type Refusal, type VisitPace } from '../network/visit-pace.ts';
import { type DocumentText, plainText } from '../walk/walk.ts';
import { textLimits } from '../walk/walk-texts.ts';
import {
  type HttpSession,
  isWeb,
  type Landed,
  type MayAsk,
  SkippedLoad,
  type Times,
  type Way,
} from './http-session.ts';

/** Content of an answer: a document, or a file that a browser shows or saves. */
export type Content =
  | { readonly kind: 'page'; readonly contentType: string; readonly document: ParsedDocument }
  | { readonly kind: 'file'; readonly contentType: string; readonly isShown: boolean };

/**
 * Tells a document from a file, and reads a document.
 *
 * @param parentUrl address of the document around the frame; undefined for a page's own document
 * @param read reads a document
 */
export async function contentOf(
  { answer, url }: Landed,
  parentUrl: string | undefined,
  read: (source: Source) => Promise<ParsedDocument>,
): Promise<Content> {
  const { status, headers, body: bytes } = answer;
  // The last of several headers counts, as in browsers.
  const header = [headers['content-type'] ?? []].flat().at(-1) ?? '';
  const declared = typeOf(header);
  const isSaved = /^\s*attachment/i.test(String(headers['content-disposition'] ?? ''));
  if (isSaved || BODILESS.has(status)) return { kind: 'file', contentType: declared, isShown: false };
  const contentType = isPageType(declared) || isOtherType(declared) ? declared : sniffedType(bytes);
  if (parentUrl === undefined && isPageType(contentType) && isSitemap(bytes, header))
    return { kind: 'file', contentType, isShown: true };
  if (!isPageType(contentType)) return { kind: 'file', contentType, isShown: SHOWN.test(contentType) };
  const isXml = contentType === 'application/xhtml+xml';
  return {
    kind: 'page',
    contentType,
    document: await read({ url, parentUrl, markup: { bytes, contentType: header }, isXml }),
  };
}

const BODILESS = new Set([204, 205, 304]);
const SHOWN = /^(text|image|audio|video)\/|[/+](json|xml)$|\/javascript$/;

/** Limit in bytes of a plain text, enough for the characters kept. */
const MOST_TEXT = 4 * textLimits.characters;

/** Loads the documents of a page's frames at any depth. */
export class FrameLoader {
  readonly #session: HttpSession;
  readonly #times: () => Times;
  readonly #pace: VisitPace;
  readonly #mayFollow: MayAsk | undefined;
  /** Limits that the frames reached; see CapturedPage. */
  readonly limits = new Set<string>();
  readonly #reader: PageReader;
  #left = MOST_FRAMES - 1;

  /**
   * @param times time limits of the next request; zero when the page's time is over
   * @param mayFollow returns why a frame's document is skipped; undefined if allowed
   */
  constructor(
    session: HttpSession,
    times: () => Times,
    pace: VisitPace,
    mayFollow: MayAsk | undefined,
    reader: PageReader,
  ) {
    this.#session = session;
    this.#times = times;
    this.#pace = pace;
    this.#mayFollow = mayFollow;
    this.#reader = reader;
  }

  /**
   * Returns a document, then those of its frames in order. @param above addresses of the documents around the document
   */
  async withFrames(document: ParsedDocument, above: readonly string[]): Promise<LoadedFrame[]> {
    const path = [...above, withoutFragment(document.url)];
    const loads = document.reading.frames.map((frame) =>
      this.#load(frame, document, path).catch((error) => this.#without(error)),
    );
    return [document, ...(await Promise.all(loads)).flat()];
  }

  async #load({ url, markup }: FrameElement, holder: ParsedDocument, path: readonly string[]): Promise<LoadedFrame[]> {
    const parentUrl = holder.url;
    if (this.#left <= 0) return [];
    if (markup !== undefined) {
      this.#left--;
      const { base, encoding } = holder.reading;
      const inner = { url: 'about:srcdoc', parentUrl, markup: { text: markup, encoding }, isXml: false, base };
      return await this.withFrames(await this.#reader.read(inner), path);
    }
    // A document inside itself would never end.
    if (url === undefined || path.includes(withoutFragment(url))) return [];
    if (!isWeb(new URL(url)) && !url.startsWith('data:')) return [];
    this.#left--;
    const from = path.findLast((above) => isWeb(new URL(above)));
    const landed = url.startsWith('data:')
      ? await fromData(url)
      : await this.#session.follow(url, this.#times, this.#way(path), this.#mayFollow, from);
    const read = this.#reader.read.bind(this.#reader);
    const content = await contentOf({ ...landed, url: withoutFragment(landed.url) }, parentUrl, read);
    if (content.kind === 'page') return await this.withFrames(content.document, path);
    return content.isShown
      ? [
          {
            isMain: false,
            url: landed.url,
            parentUrl,
            source: undefined,
            isCut: false,
            links: async () => [],
            texts: async () => ({ texts: [], base: undefined, encoding: 'utf-8' }),
            blocks: async () => shownText(landed.answer, content.contentType),
          },
        ]
      : [];
  }

  /** Lets usual frames load at once with their page, as in a browser. @param above addresses from the page's own */
  #way(above: readonly string[]): Way {
    const pace = this.#pace;
    let redirects = 0;
    return {
      document: async (url) => {
        if (!isUsual(url, 0, above)) return await pace.further(url);
        pace.touch(url);
        return undefined;
      },
      redirect: async (url) => (isUsualRedirect(redirects++) ? this.#oneMore(url) : await pace.further(url)),
      waited: 0,
      asks: () => undefined,
      touch: (url) => pace.touch(url),
    };
  }

  #oneMore(url: URL): Refusal | undefined {
    this.#pace.touch(url);
    return this.#left-- > 0 ? undefined : 'too many documents';
  }

  #without(error: unknown): LoadedFrame[] {
    if (error instanceof SkippedLoad) this.limits.add(error.limit);
    return [];
  }
}

/** Returns the text that a browser shows for a plain text file. */
function shownText({ body, headers }: Landed['answer'], contentType: string): DocumentText {
  if (contentType !== 'text/plain') return { text: '', isCut: false, asksPassword: false };
  const { text } = decode(body.subarray(0, MOST_TEXT), headerOf(headers, 'content-type'));
  const folded = plainText.parse(text.replace(/\s+/g, ' ').trim());
  const isCut = body.length > MOST_TEXT || folded.length > textLimits.characters;
  return { text: folded.slice(0, textLimits.characters), isCut, asksPassword: false };
}

/** Returns the document in a `data:` address. */
async function fromData(url: string) {
  const answer = await fetch(url);
  const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
  const body = new Uint8Array(await answer.arrayBuffer());
  return {
    url,
    redirects: [],
    answer: { url, status: 200, headers, body, isCutOff: false, isLate: false, askedAt: 0 },
  };
}
