import { createHash } from 'node:crypto';
import jsTokens from 'js-tokens';
import { parseUrl } from '../../url/parse.js';
import { isEmpty, runs } from './awaits-scripts.js';
import { attribute, everyElement, textIn } from './parsed-dom.js';
import { placeholderFeatures } from './placeholders.js';
/** The shape of pages that nothing in their markup can change: a browser finds the links there that the parser finds. */
export const STATIC = 'static';
/** Characters of a script that are looked at. */
const LONGEST_SCRIPT = 20_000;
/**
 * What a page's links in a browser depend on, beside its markup: which scripts run, and what they find to work on. Pages
 * of one shape are taken for pages of one make. `documents`: the page's own, then those of its frames.
 */
export function shapeOf(documents) {
    const features = new Set(documents.length > 1 || documents.some(({ isXml }) => isXml) ? ['documents'] : []);
    const isPlain = features.size === 0;
    for (const { reading } of documents)
        for (const feature of reading.features ?? [LIVELY])
            features.add(feature);
    const isLively = features.delete(LIVELY);
    if (isPlain && !isLively)
        return STATIC;
    return createHash('sha1')
        .update([...features].sort().join('\n'))
        .digest('hex')
        .slice(0, 12);
}
/** Stands among the features of a document that a browser may show otherwise than its markup is. */
const LIVELY = 'lively';
/** What a document has that scripts and browsers work on, each once. */
export function featuresOf(tree) {
    const features = new Set();
    const elements = [...everyElement(tree)];
    for (const element of elements) {
        if (mayChange(element))
            features.add(LIVELY);
        for (const feature of featuresIn(element))
            features.add(feature);
    }
    for (const feature of placeholderFeatures(elements))
        features.add(feature);
    return [...features];
}
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed']);
/** Elements of drawings that change attributes as time goes by. */
const ANIMATIONS = new Set(['animate', 'set']);
/** Elements that are empty until a script fills them. */
const CONTAINERS = new Set('div section main article aside nav header footer ul ol table tbody select'.split(' '));
/** Whether it may show more, or other links in a browser than in its markup. */
const mayChange = (element) => runs(element) ||
    element.tagName === 'noscript' ||
    FRAMES.has(element.tagName) ||
    ANIMATIONS.has(element.tagName) ||
    (element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh') ||
    element.attrs.some(({ name, value }) => name.startsWith('on') || /^[\s\0]*j\s*a\s*v\s*a\s*s\s*c/i.test(value));
function* featuresIn(element) {
    const { tagName, attrs } = element;
    if (tagName === 'script')
        yield* scriptFeatures(element);
    else if (FRAMES.has(tagName) || tagName === 'noscript' || tagName.includes('-'))
        yield tagName;
    for (const { name, value } of attrs) {
        if (name.startsWith('on'))
            yield `${tagName} ${name}`;
        else if (/[-:@.]/.test(name) && !/^(aria-|xml|xlink|accept-|http-)/.test(name))
            yield numberless(name);
        else if (name === 'href' && /^\s*javascript:/i.test(value))
            yield `javascript ${identifiers(value)}`;
    }
    if (!CONTAINERS.has(tagName) || !isEmpty(element))
        return;
    const name = [attribute(element, 'id'), attribute(element, 'class')].join(' ').trim();
    if (name !== '')
        yield `empty ${tagName} ${numberless(name)}`;
}
function* scriptFeatures(script) {
    const source = attribute(script, 'src');
    const type = attribute(script, 'type') ?? '';
    if (source !== null)
        yield `script ${type} ${fileOf(source)}`;
    else
        yield `script ${type} ${runs(script) ? identifiers(textIn(script)) : ''}`;
}
/** A script's file, without the version that its address may bear. */
function fileOf(source) {
    const url = parseUrl(source, 'http://page/');
    const file = url === undefined ? source : url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
    return numberless(file.replace(/(?<![a-z])(?=[\da-f]*\d)[\da-f]{6,}(?![a-z])/gi, 'N'));
}
/** The names in a script: pages of one make differ in its texts and numbers. */
function identifiers(script) {
    const names = new Set();
    for (const { type, value } of jsTokens(script.slice(0, LONGEST_SCRIPT))) {
        if (type === 'IdentifierName')
            names.add(numberless(value));
    }
    return [...names].sort().join(' ');
}
const numberless = (text) => text.replace(/\d+/g, 'N');
//# sourceMappingURL=page-shape.js.map