import { allIn, isConnected, isVisible, openTrees, textOf } from '../dom.ts';
import { kept } from './kept-acts.ts';
import { hiddenBlock } from './usable.ts';

/** All the text of its document, and of some shadow trees in it. */
export function pageText(trees: readonly ShadowRoot[]): string {
  // A script may have taken the root out.
  const root: Element | null = document.documentElement;
  return [...(root ? [root] : []), ...trees].map(textOf).join('\n');
}

/** What stands beside an element. */
interface Beside {
  readonly text: string;
  /** Elements in what holds both. */
  readonly elements: number;
}

/**
 * What stands beside an element, such as the rest of its row: the text of the nearest that says more than it
 * does itself, but for all of the page. Undefined where there is none, or the element is not in the page any more.
 */
export function textBeside(element: Element): Beside | undefined {
  /** Elements of what is a row, a card or the like. */
  const most = 60;
  if (!isConnected(element)) return undefined;
  const own = textOf(element).trim();
  for (let node = element.parentElement; node && node.localName !== 'body'; node = node.parentElement) {
    const { length } = allIn(node);
    if (length > most) return undefined;
    const text = textOf(node).trim();
    if (text !== own) return { text: text.slice(0, 500), elements: length };
  }
  return undefined;
}

/**
 * @returns what stands for all the text that is in the document, and for what stands beside each of some targets of acts
 * (FNV-1a, 32 bits, over the first 200,000 characters)
 */
export function shownText(targets: readonly number[]) {
  const hashOf = (text: string) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return hash;
  };
  const all = pageText(openTrees()).slice(0, 200_000);
  const beside = targets.map((target) => {
    const element = kept.targets[target];
    const one = element && textBeside(element);
    return one ? { ...one, text: hashOf(one.text) } : null;
  });
  return { text: hashOf(all), beside };
}

let shownBefore: { readonly own: ReadonlySet<string>; readonly others: readonly string[] } | undefined;

/**
 * Asked three times: as the page is before it is acted on (`begin`), as another one is shown
 * (`away`), and as the page was led back from there (`back`).
 *
 * @returns at last, whether it shows all texts that it showed at the beginning, and not all that the other one did besides:
 * what it shows besides now, such as a menu that another act has opened, is its own then
 */
export function ledBack(when: 'begin' | 'away' | 'back'): boolean {
  /** Texts of a page that are compared. */
  const mostTexts = 20_000;
  const shown = new Set<string>();
  for (const root of [document, ...openTrees()]) {
    const texts = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node && shown.size < mostTexts; node = texts.nextNode()) {
      const text = (node.nodeValue ?? '').trim();
      if (text === '' || shown.has(text) || !node.parentElement) continue;
      if (isVisible(node.parentElement)) shown.add(text);
    }
  }
  const own = shownBefore && when !== 'begin' ? shownBefore.own : shown;
  const others = when === 'back' ? (shownBefore?.others ?? []) : [...shown].filter((text) => !own.has(text));
  shownBefore = { own, others };
  return [...own].every((text) => shown.has(text)) && others.some((text) => !shown.has(text));
}

/** Those of some targets of acts whose elements are not in the page any more, or are hidden with the block that they stand in. */
export const goneTargets = (targets: readonly number[]): number[] => targets.filter((target) => !isThere(target));

/** Whether the element of a target is in the page, and not hidden with the block that it stands in. */
export function isThere(target: number): boolean {
  const element = kept.targets[target];
  return element !== undefined && isConnected(element) && hiddenBlock(element) === undefined;
}
