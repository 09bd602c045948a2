import { allIn, isConnected, isVisible, openTrees, textOf } from '../dom.ts';
import { kept } from './kept-acts.ts';
import { hiddenBlock } from './usable.ts';

/** Returns all text of the document and some shadow trees. */
export function pageText(trees: readonly ShadowRoot[]): string {
  // A script may have removed the root.
  const root: Element | null = document.documentElement;
  return [...(root ? [root] : []), ...trees].map(textOf).join('\n');
}

/** Text beside an element. */
interface Beside {
  readonly text: string;
  /** Number of elements in the common ancestor. */
  readonly elements: number;
}

/**
 * Returns the text beside an element, such as the rest of a row: the text of the nearest ancestor that has more.
 * Undefined if there is none, or the element is not in the page.
 */
export function textBeside(element: Element): Beside | undefined {
  /** Most elements in a row, a card or the like. */
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

/** Hashes the whole text of the document and the text beside each target (FNV-1a, 32 bits, 200,000 characters). */
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
 * Compares the page's texts before actions (`begin`), on another page (`away`), and after the return (`back`).
 *
 * @returns for `back`, true if all initial texts are shown, but not all additional ones of the other page; new texts,
 *   such as an open menu, then belong to the page
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

/** Returns the targets whose elements are no longer in the page, or in a hidden block. */
export const goneTargets = (targets: readonly number[]): number[] => targets.filter((target) => !isThere(target));

/** Tells whether a target's element is in the page and in no hidden block. */
export function isThere(target: number): boolean {
  const element = kept.targets[target];
  return element !== undefined && isConnected(element) && hiddenBlock(element) === undefined;
}
