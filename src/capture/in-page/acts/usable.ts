import { boxOf, closest, contains, find, isVisible, matches, parentOf, queryAll, rootOf } from '../dom.ts';

/**
 * Returns the small hidden block of a control, such as a closed dialog, that scripts must show first. Elements that
 * style sheets show on hover or focus are not hidden; nor are fields, which have visible replacements.
 */
export function hiddenBlock(element: Element): Element | undefined {
  /** Most controls of a block that asks a question: more are a menu, a view, a page. */
  const most = 5;
  const controls =
    'a, button, summary, select, [role=button], [role=tab], [role=option], [role=menuitem], [onclick], input:is([type=button i], [type=submit i], [type=reset i], [type=image i])';
  const dialogs = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
  /** Fields, and image map areas, which are never drawn. */
  const others =
    'input:not([type=button i], [type=submit i], [type=reset i], [type=image i]), select, textarea, label, area';
  const isShown = (one: Element): boolean => {
    const { display, pointerEvents } = getComputedStyle(one);
    const outer = parentOf(one);
    if (display === 'contents') return outer === null || isShown(outer);
    // An invisible element that ignores the pointer can't be pressed.
    const isPassed =
      pointerEvents === 'none' && !Element.prototype.checkVisibility.call(one, { opacityProperty: true });
    return isVisible(one) && !isPassed && !matches(one, '[inert], [inert] *');
  };
  if (matches(element, others) || isShown(element)) return undefined;
  let block = element;
  for (let outer = parentOf(element); outer && !isShown(outer); outer = parentOf(outer)) block = outer;
  const isDialog = closest(element, dialogs) !== null;
  const controlsInside = queryAll(block, controls).length;
  if (!isDialog && (controlsInside > most || matches(block, 'html, body'))) return undefined;
  return matches(block, shownByStyle()) ? undefined : block;
}

/** Most selectors of style sheets that are read. */
const MOST_SELECTORS = 10_000;
/** Combined selector, cached until rules are added. */
let shown: { readonly rules: number; readonly selector: string } = { rules: -1, selector: '' };

/** Returns a selector of elements that style sheets show by state, such as hover; cached until rules are added. */
function shownByStyle(): string {
  const sheets = Array.from(document.styleSheets).flatMap((sheet) => {
    try {
      return [sheet.cssRules];
    } catch {
      // A sheet of another origin can't be read.
      return [];
    }
  });
  const rules = sheets.reduce((sum, { length }) => sum + length, 0);
  if (shown.rules === rules) return shown.selector;
  const state = /:(?:hover|active|focus(?:-within|-visible)?|target|checked)\b/g;
  const selectors: string[] = [];
  const read = (list: CSSRuleList) => {
    for (const rule of Array.from(list)) {
      if (selectors.length >= MOST_SELECTORS) return;
      if (rule instanceof CSSStyleRule && rule.selectorText.search(state) >= 0)
        selectors.push(rule.selectorText.replace(state, ':is(*)'));
      if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList) read(rule.cssRules);
    }
  };
  for (const sheet of sheets) read(sheet);
  // Invalid selectors are ignored inside `:is()`.
  const selector = `:is(${selectors.join()})`;
  shown = { rules, selector };
  return selector;
}

/** Returns the last visible modal dialog, which blocks the rest of the page. */
export const dialogAbove = (): Element | undefined =>
  queryAll(document, 'dialog:modal, [aria-modal=true], .modal.show, .modal.in').findLast(isVisible);

/** Tells whether an element is disabled, itself or a custom element around it. */
export function isDisabled(element: Element): boolean {
  for (let node: Element | undefined = element; node; ) {
    const isOwn = node.localName.includes('-') && Element.prototype.hasAttribute.call(node, 'disabled');
    if (isOwn || matches(node, ':disabled')) return true;
    const root = rootOf(node);
    node = root instanceof ShadowRoot ? root.host : undefined;
  }
  return false;
}

/** Tells whether a person could use an element: it is visible, not inert, not covered. */
export function isSeen(element: Element): boolean {
  const is = (selector: string) => closest(element, selector) !== null;
  if (!isVisible(element) || is('[inert]')) return false;
  if (find(':modal') && !is(':modal')) return false;
  const { left, top, width, height } = boxOf(element);
  if (rootOf(element) !== document) return true;
  const above = Document.prototype.elementFromPoint.call(document, left + width / 2, top + height / 2);
  // Outside of the viewport nothing is known.
  return above === null || contains(element, above) || contains(above, element);
}
