import { attribute, elementsOf, textIn } from './parsed-dom.js';
/** Characters and links that a page may show before its scripts have written it. */
const MOST_TEXT = 200;
const MOST_LINKS = 3;
/** What `noscript` says, in the languages that call scripts by their name. */
const ASKS_FOR_SCRIPTS = /java\s?script|джава\s?скрипт|скрипт/i;
const ROOTS = new Set(['div', 'main', 'section', 'article', 'body']);
/**
 * Whether a document is hardly more than the scripts that are to write it: it shows next to no text and few links, and has
 * an element to be filled, or asks for scripts, or shows no link and no more than one line.
 *
 * @param text what it shows, a line for each block
 * @param links how many of its links lead away
 */
export function awaitsScripts(elements, text, links) {
    if (text.length > MOST_TEXT || links > MOST_LINKS || !elements.some(runs))
        return false;
    return (links === 0 && !text.includes('\n')) || elements.some(isToBeFilled) || elements.some(asksForScripts);
}
/** Whether it is a script that runs; data, such as JSON-LD, stand in scripts that do not. */
export const runs = (element) => {
    if (element.tagName !== 'script')
        return false;
    const type = (attribute(element, 'type') ?? '').trim();
    return type === '' || /^(module|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)$/i.test(type);
};
/** Whether an element has nothing to show, and a name by which a script finds it, or that only a script explains. */
const isToBeFilled = (element) => isEmpty(element) &&
    (element.tagName.includes('-') || (ROOTS.has(element.tagName) && attribute(element, 'id') !== null));
export const isEmpty = (element) => textIn(element).trim() === '' && !element.childNodes.some((child) => 'tagName' in child);
const asksForScripts = (element) => element.tagName === 'noscript' && ASKS_FOR_SCRIPTS.test(allTextIn(element));
const allTextIn = (root) => [...elementsOf(root)].map(textIn).join(' ').slice(0, 1000);
//# sourceMappingURL=awaits-scripts.js.map