import { defaultTreeAdapter, html as names, Parser, Token, Tokenizer } from 'parse5';
import { htmlOfXhtml } from './html-of-xhtml.js';
/**
 * Elements, their attributes and comments of one document that are parsed: it ends there. As many, each inside the one
 * before, take some 200 MB.
 */
export const MOST_PARTS = 300_000;
/**
 * Characters given to the parser at a time: between them it is seen what it holds back. It goes back to the beginning of
 * what it holds with each piece, so these must not be many.
 */
const PIECE = 2 ** 20;
/** Longest name, most attributes of one tag, and most pieces of text before a table's next tag: each costs a hundred times its bytes. */
const MOST_HELD = 20_000;
/** Attributes of the document's root or body that later tags of theirs may add to: each is compared with all. */
const MOST_ADOPTED = 100;
/**
 * Parses a document as a browser does that runs no scripts, as far as it has no more than `mostParts`: parts that count
 * what memory they take, so that no document takes more time or memory than its length and `mostParts` allow.
 */
export function parseMarkup(text, isXml, mostParts = MOST_PARTS) {
    const html = isXml ? htmlOfXhtml(text) : text;
    const parser = new BoundedParser(mostParts);
    const parsed = (isCut) => ({ tree: parser.document, dropped: parser.dropped, parts: parser.parts, isCut });
    try {
        for (let from = 0; from < html.length || from === 0; from += PIECE) {
            parser.tokenizer.write(html.slice(from, from + PIECE), from + PIECE >= html.length);
            if (parser.holdsTooMuch)
                return parsed(true);
        }
        return parsed(false);
    }
    catch (error) {
        if (error instanceof Enough)
            return parsed(true);
        throw error;
    }
}
class Enough extends Error {
}
class BoundedParser extends Parser {
    tokenizer;
    dropped = defaultTreeAdapter.createDocument();
    #dropped = defaultTreeAdapter.createElement('html', names.NS.HTML, []);
    #counter;
    #made;
    constructor(mostParts) {
        const counter = { parts: 0 };
        const made = { elements: 0 };
        const count = (parts) => {
            if (counter.parts + parts > mostParts)
                throw new Enough();
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
                    if (recipient.attrs.length < MOST_ADOPTED)
                        defaultTreeAdapter.adoptAttributes(recipient, attributes);
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
    onStartTag(token) {
        const { elements } = this.#made;
        super.onStartTag(token);
        if (this.#made.elements > elements || token.attrs.length === 0)
            return;
        const element = this.treeAdapter.createElement(token.tagName, names.NS.HTML, token.attrs);
        if (this.dropped.childNodes.length === 0)
            defaultTreeAdapter.appendChild(this.dropped, this.#dropped);
        defaultTreeAdapter.appendChild(this.#dropped, element);
    }
    get parts() {
        return this.#counter.parts;
    }
    get holdsTooMuch() {
        return this.pendingCharacterTokens.length > MOST_HELD || this.tokenizer.holdsTooMuch;
    }
}
class BoundedTokenizer extends Tokenizer {
    /** Whether the token that is not ended yet is larger than any that is meant. */
    get holdsTooMuch() {
        const token = this.currentToken;
        if (token?.type === Token.TokenType.START_TAG || token?.type === Token.TokenType.END_TAG) {
            const { tagName, attrs } = token;
            return Math.max(tagName.length, attrs.length, this.currentAttr.name.length) > MOST_HELD;
        }
        if (token?.type !== Token.TokenType.DOCTYPE)
            return false;
        return [token.name, token.publicId, token.systemId].some((text) => (text?.length ?? 0) > MOST_HELD);
    }
}
//# sourceMappingURL=parse-markup.js.map