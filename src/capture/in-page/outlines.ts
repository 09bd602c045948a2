import { attributeNames, boxOf, ofDocument } from './dom.ts';

/** Drawn outlines: paused animations, which the page's scripts do not notice. */
const outlines: Animation[] = [];

/**
 * Outlines elements with given addresses, and removes earlier outlines.
 *
 * @param marks pairs of an element's name with an address, and the colour
 * @returns number of visible elements for each mark
 */
export function outlineLinks(
  marks: readonly (readonly [mark: string, colour: string])[],
): [mark: string, seen: number][] {
  for (const outline of outlines.splice(0)) outline.cancel();
  const colours = new Map(marks);
  const seen = new Map<string, number>();
  const own = (element: Element, name: string) => Reflect.get(Element.prototype, name, element);
  const isTop = window === window.top;
  const root = ofDocument('documentElement');
  /** Area of the picture: the whole page, or the viewport of a frame. */
  const shown = isTop
    ? { left: -scrollX, top: -scrollY, right: root.scrollWidth - scrollX, bottom: root.scrollHeight - scrollY }
    : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  type Box = typeof shown;
  const common = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const hasArea = ({ left, top, right, bottom }: Box) => right - left >= 1 && bottom - top >= 1;
  /** Returns the area that clipping ancestors leave visible. */
  const viewOf = (element: Element): Box => {
    let box = shown;
    let { position } = getComputedStyle(element);
    for (let at: Node | null = element; at && position !== 'fixed'; ) {
      const node: Node = at;
      const slot = node instanceof Element ? own(node, 'assignedSlot') : null;
      const parent: Node | null = slot ?? Reflect.get(Node.prototype, 'parentNode', node);
      at = parent instanceof ShadowRoot ? parent.host : parent;
      if (!(at instanceof Element) || at === root || at === document.body) break;
      const style = getComputedStyle(at);
      if (position === 'absolute' && style.position === 'static') continue;
      if (style.overflow !== 'visible') box = common(box, boxOf(at));
      position = style.position;
    }
    return box;
  };
  const isSeen = (element: Element): boolean => {
    if (!Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }))
      return false;
    const box = viewOf(element);
    return Array.from(Element.prototype.getClientRects.call(element)).some((rect) => hasArea(common(rect, box)));
  };
  const marked: { readonly element: Element; readonly colour: string }[] = [];
  const markUp = (element: Element) => {
    const isSvg = own(element, 'namespaceURI') === 'http://www.w3.org/2000/svg';
    const tag = (isSvg ? 'svg:' : '') + own(element, 'localName').toLowerCase();
    for (const name of attributeNames(element)) {
      const mark = `${tag} ${Element.prototype.getAttribute.call(element, name)}`;
      const colour = colours.get(mark);
      if (colour === undefined) continue;
      marked.push({ element, colour });
      if (isSeen(element)) seen.set(mark, (seen.get(mark) ?? 0) + 1);
    }
  };
  const roots: Node[] = colours.size === 0 ? [] : [document];
  for (let tree = roots.pop(); tree; tree = roots.pop()) {
    const walker = Document.prototype.createTreeWalker.call(document, tree, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Element)) continue;
      markUp(node);
      const shadow = own(node, 'shadowRoot');
      if (shadow) roots.push(shadow);
    }
  }
  // Outlines are drawn after all checks, since each one would cause a new layout.
  for (const { element, colour } of marked) {
    const outline = `3px solid ${colour}`;
    const standing = { outline: [outline, outline], outlineOffset: ['-1px', '-1px'] };
    outlines.push(Element.prototype.animate.call(element, standing, { duration: 0, fill: 'forwards' }));
  }
  return [...seen];
}

/** @param frame address of the frame to scroll to; null for the outlined elements */
export function scrollToOutline(frame: string | null): void {
  const framed = Document.prototype.querySelectorAll.call(document, 'iframe, frame');
  const elements =
    frame === null
      ? outlines.map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
      : Array.from(framed).filter((element) => Reflect.get(element, 'src') === frame);
  for (const element of elements) {
    const box = element && boxOf(element);
    if (!box || box.width < 1 || box.height < 1) continue;
    Element.prototype.scrollIntoView.call(element, { block: 'center', behavior: 'instant' });
    return;
  }
}

/** Adds a legend to the end of the document. */
export function showLegend(lines: readonly { readonly text: string; readonly colour: string }[]): void {
  const make = (name: string, style: string): HTMLElement => {
    const element = Document.prototype.createElement.call(document, name);
    element.style.cssText = style;
    return element;
  };
  const host = make(
    'forager-legend',
    'all: initial; position: fixed; right: 8px; bottom: 8px; z-index: 2147483647; pointer-events: none',
  );
  const box = make(
    'div',
    'background: white; color: black; border: 1px solid; padding: 4px 8px; font: 13px sans-serif',
  );
  for (const { text, colour } of lines) {
    const line = make('div', `border-left: 12px solid ${colour}; padding-left: 6px; margin: 3px 0`);
    line.textContent = text;
    box.append(line);
  }
  host.attachShadow({ mode: 'closed' }).append(box);
  ofDocument('documentElement').append(host);
}
