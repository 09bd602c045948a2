/** Inspected elements of each kind. */
const MOST = 1000;

/** Returns parts of the page other than links; see `pageParts`. */
export function partsOfPage() {
  const all = (selector: string) => [...document.querySelectorAll(selector)].slice(0, MOST);
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MOST);
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
