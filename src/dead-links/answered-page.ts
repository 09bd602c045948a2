import { Parser } from 'htmlparser2';
import { decode } from '../capture/encoding/decode.ts';

/** Parts of a page that a link check needs. */
export interface AnsweredPage {
  /** Title of the page, and its `h1` texts. */
  readonly title: string;
  readonly heading: string;
  /** Visible text, with white space folded. */
  readonly text: string;
  readonly asksPassword: boolean;
  readonly hasScripts: boolean;
  /** Places in the page that fragments can name. */
  readonly places: ReadonlySet<string>;
  /** Beginning of the page's HTML. */
  readonly source: string;
}

/** Characters of text and of HTML kept, at most. */
const MOST_TEXT = 20_000;
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'svg']);

/** Reads a page without a browser. @param contentType value of the header */
export function readPage(body: Uint8Array, contentType: string): AnsweredPage {
  const source = decode(body, contentType).text;
  const places = new Set<string>();
  const texts = { title: '', h1: '', text: '' };
  const open: string[] = [];
  let asksPassword = false;
  let hasScripts = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      for (const place of [attributes.id, name === 'a' ? attributes.name : undefined]) if (place) places.add(place);
      asksPassword ||= name === 'input' && attributes.type?.toLowerCase() === 'password';
      hasScripts ||= name === 'script';
    },
    ontext(text) {
      if (open.some((name) => UNSEEN.has(name))) return;
      if (open.includes('title')) texts.title += text;
      else if (texts.text.length < MOST_TEXT) texts.text += `${text} `;
      if (open.includes('h1')) texts.h1 += `${text} `;
    },
    onclosetag: () => void open.pop(),
  });
  parser.end(source);
  return {
    ...{ title: folded(texts.title), heading: folded(texts.h1).slice(0, 300), text: folded(texts.text) },
    ...{ asksPassword, hasScripts, places, source: source.slice(0, MOST_TEXT) },
  };
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
