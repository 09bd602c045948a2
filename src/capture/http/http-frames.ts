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
import { type HttpSession, isWeb, type Landed, LeftAside, type MayAsk, type Times, type Way } from './http-session.ts';

/** Content of an answer: a document, or a file, which a browser shows or saves. */
export type Content =
  | { readonly kind: 'page'; readonly contentType: string; readonly document: ParsedDocument }
  | { readonly kind: 'file'; readonly contentType: string; readonly isShown: boolean };

/**
 * @param parentUrl address of the document that holds the frame; undefined for a page's own document
 * @param read how a document is read
 */
export async function contentOf(
  { answer, url }: Landed,
  parentUrl: string | undefined,
  read: (source: Source) => Promise<ParsedDocument>,
): Promise<Content> {
  const { status, headers, body: bytes } = answer;
  // Of several the last counts, as in browsers.
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

/** Bytes of a plain text that are read: no more of its characters are kept. */
const MOST_TEXT = 4 * textLimits.characters;

/** Loads the documents of a page's frames, of any nesting. */
export class FrameLoader {
  readonly #session: HttpSession;
  readonly #times: () => Times;
  readonly #pace: VisitPace;
  readonly #mayFollow: MayAsk | undefined;
  /** Limits that the frames met; see CapturedPage. */
  readonly limits = new Set<string>();
  readonly #reader: PageReader;
  #left = MOST_FRAMES - 1;

  /**
   * @param times what one more request may take; nothing when the page's time is over
   * @param mayFollow why a frame's document is left aside; undefined if it is not
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

  /** The document, then those of its frames in its order. @param above addresses of the documents that hold it */
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
    // A document inside itself would have no end.
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

  /** A frame comes with its page where it is one of an ordinary page, as in a browser. @param above from the page's own */
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
    if (error instanceof LeftAside) this.limits.add(error.limit);
    return [];
  }
}

/** The text that a browser shows of a plain text file. */
function shownText({ body, headers }: Landed['answer'], contentType: string): DocumentText {
  if (contentType !== 'text/plain') return { text: '', isCut: false, asksPassword: false };
  const { text } = decode(body.subarray(0, MOST_TEXT), headerOf(headers, 'content-type'));
  const folded = plainText.parse(text.replace(/\s+/g, ' ').trim());
  const isCut = body.length > MOST_TEXT || folded.length > textLimits.characters;
  return { text: folded.slice(0, textLimits.characters), isCut, asksPassword: false };
}

/** The document that a `data:` address holds. */
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
