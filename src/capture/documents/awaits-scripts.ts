import { silentElements } from '../../domain/page.ts';
import { attribute, elementsOf, type ParsedElement, type ParsedNode, textIn } from './parsed-dom.ts';

/** Most characters and links that a page may show before scripts write its content. */
const MOST_TEXT = 200;
const MOST_LINKS = 3;
/** Requests for JavaScript in `noscript`, in the languages that use its name. */
const ASKS_FOR_SCRIPTS = /java\s?script|джава\s?скрипт|скрипт/i;
/** Most characters of a page that shows only header, navigation and footer around an empty element. */
const MOST_AROUND = 2000;
/** Elements around the content. */
const AROUND = new Set(['header', 'nav', 'footer']);
/** Elements whose text is not shown. */
const UNSHOWN = new Set([...silentElements, 'title', 'head']);
/** Elements that show something without a text. */
const SHOWING = new Set(
  'img picture video audio canvas iframe object embed form input select textarea button a'.split(' '),
);
const ROOTS = new Set(['div', 'main', 'section', 'article', 'body']);

/**
 * Tells whether a document is hardly more than scripts that will write the content: little text, few links, and an
 * empty element, a request for scripts or one line; or only parts around an empty element.
 *
 * @param text visible text, a line for each block
 * @param links number of links that lead to other pages
 */
export function awaitsScripts(elements: readonly ParsedElement[], text: string, links: number): boolean {
  if (text.length > MOST_AROUND || !elements.some(runs)) return false;
  const filled = holders(elements);
  if (text.length > MOST_TEXT || links > MOST_LINKS) return showsOnlyAround(elements, filled);
  const isToFill = (element: ParsedElement) => isToBeFilled(element, filled);
  return (links === 0 && !text.includes('\n')) || elements.some(isToFill) || elements.some(asksForScripts);
}

/** Tells whether the element is a script that runs; scripts with data, such as JSON-LD, do not. */
export const runs = (element: ParsedElement): boolean => {
  if (element.tagName !== 'script') return false;
  const type = (attribute(element, 'type') ?? '').trim();
  return type === '' || /^(module|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)$/i.test(type);
};

/** Returns the elements that show something, with all their ancestors. */
function holders(elements: readonly ParsedElement[]): ReadonlySet<ParsedNode> {
  const found = new Set<ParsedNode>();
  for (const element of elements.filter(showsSomething))
    for (let at: ParsedNode | null = element; at && !found.has(at); at = 'parentNode' in at ? at.parentNode : null)
      found.add(at);
  return found;
}

function showsOnlyAround(elements: readonly ParsedElement[], filled: ReadonlySet<ParsedNode>): boolean {
  const around = new Set<ParsedNode>();
  let isToFill = false;
  for (const element of elements) {
    const isWithin = element.parentNode !== null && around.has(element.parentNode);
    if (isWithin || AROUND.has(element.tagName) || UNSHOWN.has(element.tagName)) around.add(element);
    else if (showsSomething(element)) return false;
    else isToFill ||= isToBeFilled(element, filled);
  }
  return isToFill;
}

const showsSomething = (element: ParsedElement): boolean =>
  SHOWING.has(element.tagName) || textIn(element).trim() !== '';

/** Tells whether an element is empty, and either has an identifier for scripts or is a custom element. */
const isToBeFilled = (element: ParsedElement, filled: ReadonlySet<ParsedNode>): boolean =>
  (element.tagName.includes('-') || (ROOTS.has(element.tagName) && attribute(element, 'id') !== null)) &&
  !filled.has(element);

export const isEmpty = (element: ParsedElement): boolean =>
  textIn(element).trim() === '' && !element.childNodes.some((child) => 'tagName' in child);

const asksForScripts = (element: ParsedElement): boolean =>
  element.tagName === 'noscript' && ASKS_FOR_SCRIPTS.test(allTextIn(element));

const allTextIn = (root: ParsedNode): string => [...elementsOf(root)].map(textIn).join(' ').slice(0, 1000);
