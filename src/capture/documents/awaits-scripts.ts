import { silentElements } from '../../domain/page.ts';
import { attribute, elementsOf, type ParsedElement, type ParsedNode, textIn } from './parsed-dom.ts';

/** Characters and links that a page may show before its scripts have written it. */
const MOST_TEXT = 200;
const MOST_LINKS = 3;
/** Requests for JavaScript in `noscript`, in the languages that use its name. */
const ASKS_FOR_SCRIPTS = /java\s?script|джава\s?скрипт|скрипт/i;
/** Characters that a page may show that is nothing but what stands around an element to be filled, … */
const MOST_AROUND = 2000;
/** … that is, what these hold. */
const AROUND = new Set(['header', 'nav', 'footer']);
/** Elements whose text nobody is shown, … */
const UNSHOWN = new Set([...silentElements, 'title', 'head']);
/** … and those that show something without a text. */
const SHOWING = new Set(
  'img picture video audio canvas iframe object embed form input select textarea button a'.split(' '),
);
const ROOTS = new Set(['div', 'main', 'section', 'article', 'body']);

/**
 * Whether a document is hardly more than the scripts that are to write it: it shows next to no text and few links, and has
 * an element to be filled, or asks for scripts, or shows no link and no more than one line. Or it shows nothing but its
 * header, navigation and footer around an element to be filled.
 *
 * @param text what it shows, a line for each block
 * @param links how many of its links lead away
 */
export function awaitsScripts(elements: readonly ParsedElement[], text: string, links: number): boolean {
  if (text.length > MOST_AROUND || !elements.some(runs)) return false;
  const filled = holders(elements);
  if (text.length > MOST_TEXT || links > MOST_LINKS) return showsOnlyAround(elements, filled);
  const isToFill = (element: ParsedElement) => isToBeFilled(element, filled);
  return (links === 0 && !text.includes('\n')) || elements.some(isToFill) || elements.some(asksForScripts);
}

/** Whether it is a script that runs; data, such as JSON-LD, stand in scripts that do not. */
export const runs = (element: ParsedElement): boolean => {
  if (element.tagName !== 'script') return false;
  const type = (attribute(element, 'type') ?? '').trim();
  return type === '' || /^(module|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)$/i.test(type);
};

/** The elements that show something, and all that contain them. */
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

/** Whether an element has nothing to show, and a name by which a script finds it, or that only a script explains. */
const isToBeFilled = (element: ParsedElement, filled: ReadonlySet<ParsedNode>): boolean =>
  (element.tagName.includes('-') || (ROOTS.has(element.tagName) && attribute(element, 'id') !== null)) &&
  !filled.has(element);

export const isEmpty = (element: ParsedElement): boolean =>
  textIn(element).trim() === '' && !element.childNodes.some((child) => 'tagName' in child);

const asksForScripts = (element: ParsedElement): boolean =>
  element.tagName === 'noscript' && ASKS_FOR_SCRIPTS.test(allTextIn(element));

const allTextIn = (root: ParsedNode): string => [...elementsOf(root)].map(textIn).join(' ').slice(0, 1000);
