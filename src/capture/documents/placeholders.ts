import { isEmpty, runs } from './awaits-scripts.ts';
import { attribute, type ParsedElement, textIn } from './parsed-dom.ts';

/** Placeholders of a page, and characters of a value of theirs and of its scripts, that are looked at. */
const MOST_PLACEHOLDERS = 2000;
const LONGEST_VALUE = 200;
const LONGEST_SCRIPTS = 200_000;

/** An address that leads nowhere by itself. */
const NOWHERE = /^[\s\0]*(?:(?:#0?|about:blank)?\s*$|[\s\0]*j\s*a\s*v\s*a\s*s\s*c)/i;
/** What a reader takes for something to press. */
const PRESSED = /^(?:link|button|menuitem|tab|option|treeitem)$/i;

/**
 * What tells the placeholders of a page apart: links without an address, such as `<a href=# data-to=x>`, and other elements
 * that only scripts explain. Scripts may resolve some of their values and not others, so these are features, and whether
 * the page's own scripts name them is, too. Numbers of more than three digits are left out: they count things.
 */
export function placeholderFeatures(elements: readonly ParsedElement[]): string[] {
  const placeholders = elements.filter(isPlaceholder).slice(0, MOST_PLACEHOLDERS);
  if (placeholders.length === 0) return [];
  const scripts = elements.filter(runs).map(textIn).join('\n').slice(0, LONGEST_SCRIPTS);
  const named = new Set(scripts.match(WORDS));
  return placeholders.map((element) => {
    const values = valuesOf(element);
    const told = values.map(([name, value]) => `${name}=${value}`);
    const words = values.flatMap(([, value]) => value.match(WORDS) ?? []).filter((word) => named.has(word));
    return `placeholder ${element.tagName} ${told.join(' ')}, named: ${words.join(' ')}`.replace(LONG_NUMBERS, 'N');
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

/** The values of its attributes; its text where they tell nothing. */
function valuesOf(element: ParsedElement): [name: string, value: string][] {
  const telling = element.attrs.filter(({ name, value }) => name !== 'href' || /\w\s*:/.test(value));
  const values = telling.map(({ name, value }): [string, string] => [name, value.slice(0, LONGEST_VALUE)]);
  return values.length > 0 ? values : [['text', textIn(element).trim().slice(0, LONGEST_VALUE)]];
}
