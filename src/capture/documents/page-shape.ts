import { createHash } from 'node:crypto';
import jsTokens from 'js-tokens';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { parseUrl } from '../../url/parse.ts';
import { isEmpty, runs } from './awaits-scripts.ts';
import { attribute, everyElement, type ParsedElement, textIn } from './parsed-dom.ts';

/** Shape of pages without anything that changes the markup: a browser and the parser find the same links. */
export const STATIC = 'static';

/** Characters of a script that are examined. */
const LONGEST_SCRIPT = 20_000;

/** A document, for the shape of its page. */
interface ShapedDocument {
  readonly isXml: boolean;
  readonly reading: { readonly features: readonly string[] | undefined };
}

/**
 * Returns a hash of everything that a page's links in a browser depend on beside the markup: running scripts, and
 * elements that scripts use. Pages of one shape count as one template.
 *
 * @param documents the main one, then those of frames
 */
export function shapeOf(documents: readonly ShapedDocument[]): string {
  const features = new Set(documents.length > 1 || documents.some(({ isXml }) => isXml) ? ['documents'] : []);
  const isPlain = features.size === 0;
  for (const { reading } of documents) for (const feature of reading.features ?? [DYNAMIC]) features.add(feature);
  const isLively = features.delete(DYNAMIC);
  if (isPlain && !isLively) return STATIC;
  return createHash('sha1')
    .update([...features].sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
}

/** Feature of a document that a browser may show differently from the markup. */
const DYNAMIC = 'lively';

/** Returns the distinct features of a document that scripts and browsers work on. */
export function featuresOf(tree: DefaultTreeAdapterTypes.Document): string[] {
  const features = new Set<string>();
  const elements = [...everyElement(tree)];
  for (const element of elements) {
    if (mayChange(element)) features.add(DYNAMIC);
    for (const feature of featuresIn(element)) features.add(feature);
  }
  for (const feature of placeholderFeatures(elements)) features.add(feature);
  return [...features];
}

const FRAMES = new Set(['iframe', 'frame', 'object', 'embed']);
/** Elements of drawings that change attributes over time. */
const ANIMATIONS = new Set(['animate', 'set']);
/** Elements that are empty until a script fills them. */
const CONTAINERS = new Set('div section main article aside nav header footer ul ol table tbody select'.split(' '));

/** Tells whether an element may show more or other links in a browser than in the markup. */
const mayChange = (element: ParsedElement): boolean =>
  runs(element) ||
  element.tagName === 'noscript' ||
  FRAMES.has(element.tagName) ||
  ANIMATIONS.has(element.tagName) ||
  (element.tagName === 'meta' && attribute(element, 'http-equiv')?.toLowerCase() === 'refresh') ||
  element.attrs.some(({ name, value }) => name.startsWith('on') || /^[\s\0]*j\s*a\s*v\s*a\s*s\s*c/i.test(value));

function* featuresIn(element: ParsedElement): Generator<string> {
  const { tagName, attrs } = element;
  if (tagName === 'script') yield* scriptFeatures(element);
  else if (FRAMES.has(tagName) || tagName === 'noscript' || tagName.includes('-')) yield tagName;
  for (const { name, value } of attrs) {
    if (name.startsWith('on')) yield `${tagName} ${name}`;
    else if (/[-:@.]/.test(name) && !/^(aria-|xml|xlink|accept-|http-)/.test(name)) yield numberless(name);
    else if (name === 'href' && /^\s*javascript:/i.test(value)) yield `javascript ${identifiers(value)}`;
  }
  if (!CONTAINERS.has(tagName) || !isEmpty(element)) return;
  const name = [attribute(element, 'id'), attribute(element, 'class')].join(' ').trim();
  if (name !== '') yield `empty ${tagName} ${numberless(name)}`;
}

function* scriptFeatures(script: ParsedElement): Generator<string> {
  const source = attribute(script, 'src');
  const type = attribute(script, 'type') ?? '';
  if (source !== null) yield `script ${type} ${fileOf(source)}`;
  else yield `script ${type} ${runs(script) ? identifiers(textIn(script)) : ''}`;
}

/** Returns the file name of a script, without a version. */
function fileOf(source: string): string {
  const url = parseUrl(source, 'http://page/');
  const file = url === undefined ? source : url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  return numberless(file.replace(/(?<![a-z])(?=[\da-f]*\d)[\da-f]{6,}(?![a-z])/gi, 'N'));
}

/** Returns the names in a script, because pages of one template differ in texts and numbers. */
function identifiers(script: string): string {
  const names = new Set<string>();
  for (const { type, value } of jsTokens(script.slice(0, LONGEST_SCRIPT))) {
    if (type === 'IdentifierName') names.add(numberless(value));
  }
  return [...names].sort().join(' ');
}

const numberless = (text: string): string => text.replace(/\d+/g, 'N');

/** Most placeholders of a page, and examined characters of a placeholder's value and of the page's scripts. */
const MOST_PLACEHOLDERS = 2000;
const LONGEST_VALUE = 200;
const LONGEST_SCRIPTS = 200_000;

/** An address that leads nowhere by itself. */
const NOWHERE = /^[\s\0]*(?:(?:#0?|about:blank)?\s*$|[\s\0]*j\s*a\s*v\s*a\s*s\s*c)/i;
/** Roles of elements that readers press. */
const PRESSED = /^(?:link|button|menuitem|tab|option|treeitem)$/i;

/**
 * Returns features of placeholders: links without an address (`<a href=# data-to=x>`) and other elements that need
 * scripts. Values are features, since scripts may resolve only some; so are names in scripts. Long numbers are not.
 */
function placeholderFeatures(elements: readonly ParsedElement[]): string[] {
  const placeholders = elements.filter(isPlaceholder).slice(0, MOST_PLACEHOLDERS);
  if (placeholders.length === 0) return [];
  const scripts = elements.filter(runs).map(textIn).join('\n').slice(0, LONGEST_SCRIPTS);
  const named = new Set(scripts.match(WORDS));
  return placeholders.map((element) => {
    const values = valuesOf(element);
    const attributes = values.map(([name, value]) => `${name}=${value}`);
    const words = values.flatMap(([, value]) => value.match(WORDS) ?? []).filter((word) => named.has(word));
    return `placeholder ${element.tagName} ${attributes.join(' ')}, named: ${words.join(' ')}`.replace(
      LONG_NUMBERS,
      'N',
    );
  });
}

const LONG_NUMBERS = /\d{4,}/g;
const WORDS = /[\p{L}\p{N}_$-]+/gu;

function isPlaceholder(element: ParsedElement): boolean {
  const { tagName, attrs } = element;
  const href = attribute(element, 'href');
  if (href !== null) return (tagName === 'a' || tagName === 'area') && NOWHERE.test(href);
  const hasData = attrs.some(({ name }) => name.startsWith('data-') || name.startsWith('on'));
  if (tagName === 'a' || tagName === 'area' || tagName === 'button') return hasData;
  if (attrs.some(({ name }) => name === 'onclick') || PRESSED.test(attribute(element, 'role') ?? '')) return true;
  return isEmpty(element) && (hasData || (tagName.includes('-') && attrs.length > 0));
}

/** Returns the values of the attributes, or the text if attributes carry no information. */
function valuesOf(element: ParsedElement): [name: string, value: string][] {
  const telling = element.attrs.filter(({ name, value }) => name !== 'href' || /\w\s*:/.test(value));
  const values = telling.map(({ name, value }): [string, string] => [name, value.slice(0, LONGEST_VALUE)]);
  return values.length > 0 ? values : [['text', textIn(element).trim().slice(0, LONGEST_VALUE)]];
}
