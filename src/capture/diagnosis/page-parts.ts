import { z } from 'zod';

/** Elements that are looked at, of each kind. */
const MOST = 1000;

/** Parts of a page other than links, before anything is done to it. */
export const pageParts = z.object({
  /** Elements of its body, scripts and style aside. */
  elements: z.number(),
  /** Canvases that are large enough to hold a page. */
  canvases: z.number(),
  /** Things to press: buttons and elements with a role or handler. */
  controls: z.number(),
  /** Module scripts. */
  modules: z.number(),
  /** Addresses of its other scripts. */
  scripts: z.array(z.string()),
  /** Text of what lies over its middle, such as a question about cookies; empty where nothing does. */
  cover: z.string(),
});
export type PageParts = z.infer<typeof pageParts>;

/** Runs in the page's document as it stands, so it uses nothing from outside. */
function partsInPage(most: number) {
  const all = (selector: string) => [...document.querySelectorAll(selector)].slice(0, most);
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  const isLarge = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height >= 20_000;
  };
  const coverOf = () => {
    const { innerWidth, innerHeight } = window;
    let element = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    for (; element; element = element.parentElement) {
      const isOver = element.localName === 'dialog' || getComputedStyle(element).position === 'fixed';
      if (isOver) return textOf(element);
    }
    return '';
  };
  return {
    elements: document.querySelectorAll('body *:not(script, style, template, noscript, link, meta)').length,
    canvases: all('canvas').filter(isLarge).length,
    controls: all('button, summary, [onclick], [role=button], [role=link], [role=menuitem], [role=tab]').length,
    modules: all('script[type=module]').length,
    scripts: all('script[src]:not([type=module])').flatMap((script) =>
      script instanceof HTMLScriptElement ? script.src : [],
    ),
    cover: coverOf(),
  };
}

/** An expression of our own world that answers what `pageParts` describes. */
export const PARTS_IN_PAGE = `(${partsInPage.toString()})(${MOST})`;
