let known: { readonly size: number; readonly boxes: readonly Element[] } = { size: -1, boxes: [] };

/** Scroll mode: no scrolling, to the end, to the beginning, or one view forward. */
export type Way = 'look' | 'end' | 'begin' | 'on';

/**
 * Scrolls the page and its boxes. Returns true if any moved, or could with `look`.
 *
 * @param closed alternating hosts and their closed shadow roots
 */
export function scrollBoxes(how: Way, ...closed: readonly (Element | ShadowRoot)[]): boolean {
  const most = 3000;
  const page = document.scrollingElement ?? document.documentElement;
  const collect = () => {
    const boxes: Element[] = [page];
    const roots: (Document | Element | ShadowRoot)[] = [document, ...closed.filter((_, index) => index % 2 === 1)];
    for (let root = roots.pop(); root && boxes.length < most; root = roots.pop()) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element;
        if (element === document.documentElement || element === document.body) continue;
        if (clientHeight > 0 && scrollHeight + scrollWidth > clientHeight + clientWidth + 2) boxes.push(element);
      }
    }
    return boxes;
  };
  // Inspecting every element is slow, so boxes are cached while the number of elements is the same.
  const size = document.getElementsByTagName('*').length;
  const boxes = known.size === size && how !== 'look' && size > 2000 ? known.boxes : collect();
  known = { size, boxes };
  if (how === 'look') {
    const isLong = page.scrollHeight > window.innerHeight + 1;
    return isLong || boxes.length > 1 || document.querySelector('iframe[loading=lazy]') !== null;
  }
  let hasMoved = false;
  for (const box of boxes) {
    const before = box.scrollTop + box.scrollLeft;
    const [height, width] = [Math.min(box.clientHeight, innerHeight), box.clientWidth];
    const { top, left } = {
      end: { top: box.scrollHeight, left: box.scrollWidth },
      begin: { top: 0, left: 0 },
      on: { top: box.scrollTop + height, left: box.scrollLeft + width },
    }[how];
    // Many frameworks enable smooth scrolling in styles.
    Reflect.apply(Element.prototype.scrollTo, box, [{ top, left, behavior: 'instant' }]);
    hasMoved ||= box.scrollTop + box.scrollLeft > before;
  }
  return hasMoved;
}
