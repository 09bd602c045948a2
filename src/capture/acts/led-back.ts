import { z } from 'zod';
import { openTrees } from '../browser/open-trees.ts';
import { pageFunctionOf } from '../browser/page-functions.ts';

const parts = { openTrees };

/** A function that runs in a page, see `ledBack`. */
export const LED_BACK_IN_PAGE = pageFunctionOf(ledBack, parts);

/** What it answers. */
export const isLedBack = z.boolean();

/**
 * Runs in a page, in a world of our own, three times: as the page is before it is acted on (`begin`), as another one is shown
 * (`away`), and as the page was led back from there (`back`).
 *
 * @returns at last, whether it shows all texts that it showed at the beginning, and not all that the other one did besides:
 * what it shows besides now, such as a menu that another act has opened, is its own then
 */
function ledBack(of: typeof parts, when: 'begin' | 'away' | 'back'): boolean {
  /** Elements of a shadow tree among which others are looked for, and texts of a page that are compared. */
  const most = 1000;
  const mostTexts = 20_000;
  const shown = new Set<string>();
  for (const root of [document, ...of.openTrees(most)]) {
    const texts = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node && shown.size < mostTexts; node = texts.nextNode()) {
      const text = (node.nodeValue ?? '').trim();
      if (text === '' || shown.has(text) || !node.parentElement) continue;
      if (Element.prototype.checkVisibility.call(node.parentElement, { visibilityProperty: true })) shown.add(text);
    }
  }
  const symbol = Symbol.for('led back');
  const before: { own: Set<string>; others: string[] } | undefined = Reflect.get(globalThis, symbol);
  const own = before && when !== 'begin' ? before.own : shown;
  const others = when === 'back' ? (before?.others ?? []) : [...shown].filter((text) => !own.has(text));
  Reflect.set(globalThis, symbol, { own, others });
  return [...own].every((text) => shown.has(text)) && others.some((text) => !shown.has(text));
}
