import { html as names } from 'parse5';
import { parseUrl } from '../../url/parse.js';
import { usableBase } from '../../url/usable-base.js';
import { addressResolver } from '../addresses/resolve-address.js';
import { decode } from '../encoding/decode.js';
import { MOST_FRAMES } from '../loaded-page.js';
import { plainText } from '../walk/plain-text.js';
import { walkSchema } from '../walk/walk.js';
import { blocksSchema, textLimits, walkBlocks } from '../walk/walk-blocks.js';
import { walkLinks } from '../walk/walk-links.js';
import { walkRules } from '../walk/walk-rules.js';
import { textsSchema, walkTexts } from '../walk/walk-texts.js';
import { walkedLinks } from '../walk/walked-links.js';
import { awaitsScripts } from './awaits-scripts.js';
import { featuresOf } from './page-shape.js';
import { MOST_PARTS, parseMarkup } from './parse-markup.js';
import { attribute, elementsOf, parsedDom, textIn } from './parsed-dom.js';
/** Reads a document: all that a page wants of it at once, so that its tree is not kept. */
export function readDocument(source) {
    const { url, markup, isXml, mostParts = MOST_PARTS } = source;
    const { text, encoding } = 'text' in markup ? markup : decode(markup.bytes, markup.contentType);
    const { tree, dropped, parts, isCut } = parseMarkup(text, isXml, mostParts);
    const elements = [...elementsOf(tree)].filter((element) => element.namespaceURI === names.NS.HTML);
    const base = baseOf(elements, source.base ?? url);
    const resolve = addressResolver(base, encoding);
    const dom = parsedDom(tree, url, resolve);
    const title = elements.find(({ tagName }) => tagName === 'title');
    const canonical = elements.find(isCanonical);
    const own = linksIn(dom, resolve);
    const others = [...(dropped.childNodes.length === 0 ? [] : [dropped]), ...withoutFrames(elements, mostParts - parts)];
    const walked = others.reduce((all, one) => joined(all, linksIn(parsedDom(one, url, resolve), resolve)), own);
    const blocks = blocksSchema.parse(walkBlocks(dom, walkRules, textLimits));
    const leading = walked.links.filter(({ role, url: to }) => role === 'link' && /^https?:/.test(to ?? ''));
    return {
        encoding,
        title: title ? titleIn(title) : '',
        base,
        canonical: canonical && resolve(attribute(canonical, 'href') ?? ''),
        robots: elements
            .map(robotsOf)
            .filter((directives) => directives !== '')
            .join(),
        refresh: elements.map(refreshOf).find((content) => content !== undefined),
        frames: elements
            .filter(({ tagName }) => FRAME_SOURCES[tagName] !== undefined)
            .slice(0, MOST_FRAMES)
            .map((element) => frameOf(element, resolve)),
        walked,
        blocks,
        awaitsScripts: awaitsScripts(elements, blocks.text, leading.length),
        texts: source.wantsTexts ? textsSchema.parse(walkTexts(dom, walkRules)) : [],
        features: source.wantsFeatures ? featuresOf(tree) : undefined,
        parts,
        isTooLarge: isCut,
    };
}
const linksIn = (dom, resolve) => walkedLinks(walkSchema.parse(walkLinks(dom, walkRules)), resolve);
/** What those are shown that show no frames: to the parser it is text. */
function withoutFrames(elements, mostParts) {
    const text = elements.flatMap((element) => (element.tagName === 'noframes' ? [textIn(element)] : [])).join('\n');
    return text.trim() === '' ? [] : [parseMarkup(text, false, mostParts).tree];
}
/** With the links of parts that stand outside of the document's tree behind the others. */
function joined(own, dropped) {
    const known = new Set(own.links.map(({ role, method, url }) => `${role} ${method} ${url}`));
    const fresh = dropped.links.filter(({ role, method, url }) => !known.has(`${role} ${method} ${url}`));
    return { links: [...own.links, ...fresh], isCut: own.isCut || dropped.isCut };
}
const titleIn = (element) => plainText.parse(textIn(element)
    .replace(/[\t\n\f\r ]+/g, ' ')
    .trim()
    .slice(0, 500));
const FRAME_SOURCES = {
    frame: 'src',
    iframe: 'src',
    object: 'data',
    embed: 'src',
};
function frameOf(element, resolve) {
    const markup = element.tagName === 'iframe' ? attribute(element, 'srcdoc') : null;
    if (markup !== null)
        return { url: undefined, markup };
    const raw = attribute(element, FRAME_SOURCES[element.tagName] ?? '')?.trim();
    return { url: raw ? resolve(raw) : undefined, markup: undefined };
}
/** The first `base` with an address counts, be it right or wrong. */
function baseOf(elements, fallback) {
    const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attrs.some(({ name }) => name === 'href'));
    if (!base)
        return fallback;
    const href = attribute(base, 'href') ?? '';
    const url = parseUrl(href, usableBase(fallback));
    if (!url)
        return undefined;
    return url.protocol === 'data:' || url.protocol === 'javascript:' ? fallback : url.href;
}
const refreshOf = (element) => element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh'
    ? (attribute(element, 'content') ?? undefined)
    : undefined;
/** Of the head only: one in the body is not the page's word. */
const isCanonical = (element) => element.tagName === 'link' &&
    /(^|\s)canonical(\s|$)/i.test(attribute(element, 'rel') ?? '') &&
    attribute(element, 'href') !== null &&
    element.parentNode?.nodeName === 'head';
const robotsOf = (element) => element.tagName === 'meta' && /^(robots|forager)$/i.test(attribute(element, 'name') ?? '')
    ? (attribute(element, 'content') ?? '')
    : '';
//# sourceMappingURL=read-document.js.map