import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, Parser, Token, Tokenizer } from 'parse5';

/**
 * Most elements, attributes and comments that are parsed of one document; the rest is cut off. As many nested elements
 * take some 200 MB.
 */
export const MOST_PARTS = 300_000;
/**
 * Characters given to the parser at a time; between pieces, the size of the unfinished token is checked. The parser
 * rescans that token with each piece, so pieces must be few.
 */
const PIECE = 2 ** 20;
/**
 * Most characters of a name, attributes of a tag, or pieces of text before a table's next tag: each costs a hundred
 * times its bytes.
 */
const MOST_HELD = 20_000;
/** Most attributes of the root or body that later tags may add to, since each is compared with all. */
const MOST_ADOPTED = 100;

interface ParsedMarkup {
  readonly tree: DefaultTreeAdapterTypes.Document;
  /** Elements that the parser dropped, such as a frame outside of a frameset, without their content. */
  readonly dropped: DefaultTreeAdapterTypes.Document;
  readonly parts: number;
  /** True if there is more; the tree then covers the document's beginning. */
  readonly isCut: boolean;
}

/**
 * Parses a document like a browser without scripts, up to `mostParts` parts. Parts count by the memory that they take,
 * so that length and `mostParts` limit both time and memory.
 */
export function parseMarkup(text: string, isXml: boolean, mostParts = MOST_PARTS): ParsedMarkup {
  const html = isXml ? htmlOfXhtml(text) : text;
  const parser = new BoundedParser(mostParts);
  const parsed = (isCut: boolean) => ({ tree: parser.document, dropped: parser.dropped, parts: parser.parts, isCut });
  try {
    for (let from = 0; from < html.length || from === 0; from += PIECE) {
      parser.tokenizer.write(html.slice(from, from + PIECE), from + PIECE >= html.length);
      if (parser.holdsTooMuch) return parsed(true);
    }
    return parsed(false);
  } catch (error) {
    if (error instanceof Enough) return parsed(true);
    throw error;
  }
}

class Enough extends Error {}

/** Number of elements that the parser has made, or added attributes to. */
interface Made {
  elements: number;
}

class BoundedParser extends Parser<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  override tokenizer: BoundedTokenizer;
  readonly dropped = defaultTreeAdapter.createDocument();
  readonly #dropped = defaultTreeAdapter.createElement('html', names.NS.HTML, []);
  readonly #counter: { parts: number };
  readonly #made: Made;

  constructor(mostParts: number) {
    const counter = { parts: 0 };
    const made: Made = { elements: 0 };
    const count = (parts: number) => {
      if (counter.parts + parts > mostParts) throw new Enough();
      counter.parts += parts;
    };
    super({
      scriptingEnabled: false,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement(name, namespace, attributes) {
          count(1 + attributes.length);
          made.elements++;
          return defaultTreeAdapter.createElement(name, namespace, attributes);
        },
        adoptAttributes(recipient, attributes) {
          count(attributes.length);
          made.elements++;
          if (recipient.attrs.length < MOST_ADOPTED) defaultTreeAdapter.adoptAttributes(recipient, attributes);
        },
        createCommentNode(data) {
          count(1);
          return defaultTreeAdapter.createCommentNode(data);
        },
      },
    });
    this.#counter = counter;
    this.#made = made;
    this.tokenizer = new BoundedTokenizer(this.options, this);
  }

  override onStartTag(token: Token.TagToken): void {
    const { elements } = this.#made;
    super.onStartTag(token);
    if (this.#made.elements > elements || token.attrs.length === 0) return;
    const element = this.treeAdapter.createElement(token.tagName, names.NS.HTML, token.attrs);
    if (this.dropped.childNodes.length === 0) defaultTreeAdapter.appendChild(this.dropped, this.#dropped);
    defaultTreeAdapter.appendChild(this.#dropped, element);
  }

  get parts(): number {
    return this.#counter.parts;
  }

  get holdsTooMuch(): boolean {
    return this.pendingCharacterTokens.length > MOST_HELD || this.tokenizer.holdsTooMuch;
  }
}

class BoundedTokenizer extends Tokenizer {
  /** Tells whether the unfinished token is larger than any intended one. */
  get holdsTooMuch(): boolean {
    const token = this.currentToken;
    if (token?.type === Token.TokenType.START_TAG || token?.type === Token.TokenType.END_TAG) {
      const { tagName, attrs } = token;
      return Math.max(tagName.length, attrs.length, this.currentAttr.name.length) > MOST_HELD;
    }
    if (token?.type !== Token.TokenType.DOCTYPE) return false;
    return [token.name, token.publicId, token.systemId].some((text) => (text?.length ?? 0) > MOST_HELD);
  }
}

const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

const escaped = (data: string): string => data.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/**
 * Converts XHTML to HTML in one pass: self-closing elements get an end tag, character data become text. Skips
 * incomplete tags for good.
 */
const htmlOfXhtml = (text: string): string =>
  withEnds(
    text
      .split('<![CDATA[')
      .map((part, index) => (index === 0 ? part : withoutCdata(part)))
      .join(''),
  );

function withoutCdata(part: string): string {
  const end = part.indexOf(']]>');
  return end < 0 ? part : escaped(part.slice(0, end)) + part.slice(end + 3);
}

function withEnds(text: string): string {
  const tag = /<([a-z][\w:.-]*)/gi;
  const attribute = /\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*')/y;
  const end = /\s*\/>/y;
  const pieces: string[] = [];
  let copied = 0;
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    const [, name = ''] = match;
    let at = tag.lastIndex;
    for (attribute.lastIndex = at; attribute.test(text); ) at = attribute.lastIndex;
    end.lastIndex = at;
    if (end.test(text)) {
      const behind = end.lastIndex;
      if (!VOID.test(name)) {
        pieces.push(text.slice(copied, at), `></${name}>`);
        copied = behind;
      }
      at = behind;
    }
    tag.lastIndex = at;
  }
  pieces.push(text.slice(copied));
  return pieces.join('');
}
