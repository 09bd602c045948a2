import { z } from 'zod';
import { RetryVisit } from '../../domain/errors.ts';
import type { FoundLink } from '../../domain/link.ts';
import type { FrameDocument } from './document.ts';

/** Colour of the outline, by what a crawl takes the link for. */
export const linkColours = { internal: '#00882b', external: '#0a5fd8', bad: '#d8120a', resource: '#9a6700' } as const;
type Kind = keyof typeof linkColours;
const kinds = ['internal', 'external', 'bad', 'resource'] as const satisfies readonly Kind[];
type DrawnLink = Pick<FoundLink, 'element' | 'raw' | 'url' | 'frame' | 'technique'> & { readonly kind: Kind };

/** How many links of a kind are outlined where they are seen, and how many are not: nobody sees them, or no element bears them. */
interface Drawn {
  readonly outlined: number;
  readonly hidden: number;
}

export type LinkCounts = Readonly<Record<Kind, Drawn>>;

/** A line of the legend; without a colour it is a remark. */
export interface LegendLine {
  readonly text: string;
  readonly colour: string;
}

/**
 * Outlines the links in the page and in its frames, in a colour by kind. No attribute of the page is changed: the
 * outlines are animations that stand still, which the page's scripts don't notice. Those drawn before are taken away.
 */
export async function outlineLinks(frames: readonly FrameDocument[], links: readonly DrawnLink[]): Promise<LinkCounts> {
  const drawn = await Promise.all(
    frames.map(async (frame) => {
      // The last colour counts where an element has an address twice: that of the link.
      const own = links
        .filter((link) => link.frame === (frame.isMain ? '' : frame.url))
        .sort((a, b) => Number(b.kind === 'resource') - Number(a.kind === 'resource'));
      const marks = own.map(({ element, raw, kind }) => [`${element} ${raw}`, linkColours[kind]]);
      const seen = new Map(await draw(frame, outlineInPage, marks, z.array(z.tuple([z.string(), z.number()])), []));
      // One that stands there twice, once in a closed menu, is outlined once.
      return own.filter(({ element, raw }) => {
        const left = seen.get(`${element} ${raw}`) ?? 0;
        seen.set(`${element} ${raw}`, left - 1);
        return left > 0;
      });
    }),
  );
  const outlined = new Set(drawn.flat());
  const addresses = new Set([...outlined].map(({ url }) => url));
  // A frame's document is where its element is.
  const isShown = (link: DrawnLink) => outlined.has(link) || (link.technique === 'frame' && addresses.has(link.url));
  const [shown, hidden] = [links.filter(isShown), links.filter((link) => !isShown(link))];
  return byKind((kind) => ({ outlined: count(shown, kind), hidden: count(hidden, kind) }));
}

/** With links that no element of the page bears. */
export const withHidden = (drawn: LinkCounts, links: readonly DrawnLink[]): LinkCounts =>
  byKind((kind) => ({ outlined: drawn[kind].outlined, hidden: drawn[kind].hidden + count(links, kind) }));

const count = (links: readonly DrawnLink[], kind: Kind): number => links.filter((link) => link.kind === kind).length;
const byKind = (of: (kind: Kind) => Drawn): LinkCounts => ({
  internal: of('internal'),
  external: of('external'),
  bad: of('bad'),
  resource: of('resource'),
});

/** Takes the outlines away. */
export async function clearOutlines(frames: readonly FrameDocument[]): Promise<void> {
  await Promise.all(frames.map((frame) => draw(frame, outlineInPage, [], z.unknown(), undefined)));
}

/** Scrolls the page, and the frame if it is a frame's, so that what is outlined in a document is in the middle of the view. */
export async function showOutline(
  frames: readonly FrameDocument[],
  document: Pick<FrameDocument, 'isMain' | 'url' | 'evaluate'>,
): Promise<void> {
  const main = frames.find(({ isMain }) => isMain);
  if (main && !document.isMain) await draw(main, scrollInPage, document.url, z.unknown(), null);
  await draw(document, scrollInPage, null, z.unknown(), null);
}

/** Shows a legend in the page: one element at the end of its document, which its scripts may notice. */
export async function showLegend(frames: readonly FrameDocument[], lines: readonly LegendLine[]): Promise<void> {
  const main = frames.find(({ isMain }) => isMain);
  if (main) await draw(main, legendInPage, lines, z.unknown(), undefined);
}

/** @param remarks what else is to be known of the picture */
export const legendOf = (drawn: LinkCounts, remarks: readonly string[]): LegendLine[] => [
  ...kinds.map((kind) => {
    const { outlined, hidden } = drawn[kind];
    return { text: `${kind}: ${outlined} outlined, ${hidden} hidden`, colour: linkColours[kind] };
  }),
  ...remarks.map((text) => ({ text, colour: 'white' })),
];

async function draw<T>(
  frame: Pick<FrameDocument, 'evaluate'>,
  drawing: (of: never) => unknown,
  of: unknown,
  schema: z.ZodType<T>,
  ifGone: T,
): Promise<T> {
  const expression = `(${drawing.toString()})(${JSON.stringify(of)}) ?? null`;
  return await frame.evaluate(expression, schema).catch((error: unknown) => {
    // A frame that has gone meanwhile is not drawn.
    if (error instanceof RetryVisit) return ifGone;
    throw error;
  });
}

/**
 * Runs in the page. Everything is asked of the DOM's prototypes: a field named `attributes` hides its form's own.
 *
 * @returns how often each mark is seen
 */
function outlineInPage(marks: readonly (readonly [mark: string, colour: string])[]): [mark: string, seen: number][] {
  const place = Symbol.for('outlines');
  for (const outline of (Reflect.get(globalThis, place) as Animation[] | undefined) ?? []) outline.cancel();
  const outlines: Animation[] = [];
  Reflect.set(globalThis, place, outlines);
  const colours = new Map(marks);
  const seen = new Map<string, number>();
  const own = (element: Element, name: string) => Reflect.get(Element.prototype, name, element);
  const isTop = window === window.top;
  const root: Element = Reflect.get(Document.prototype, 'documentElement', document);
  /** What the picture shows: of the page all, of a frame what is in view. */
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
  /** What the boxes that cut off what flows over them leave to see. */
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
      if (style.overflow !== 'visible') box = common(box, Element.prototype.getBoundingClientRect.call(at));
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
    for (const name of Element.prototype.getAttributeNames.call(element)) {
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
  // All were looked at before: after each outline the browser would lay out the page again.
  for (const { element, colour } of marked) {
    const outline = `3px solid ${colour}`;
    const standing = { outline: [outline, outline], outlineOffset: ['-1px', '-1px'] };
    outlines.push(Element.prototype.animate.call(element, standing, { duration: 0, fill: 'forwards' }));
  }
  return [...seen];
}

/** Runs in the page. @param frame address of the frame that is scrolled to; null: to what is outlined */
function scrollInPage(frame: string | null): void {
  const outlines = Reflect.get(globalThis, Symbol.for('outlines')) as Animation[] | undefined;
  const framed = Document.prototype.querySelectorAll.call(document, 'iframe, frame');
  const elements =
    frame === null
      ? (outlines ?? []).map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
      : Array.from(framed).filter((element) => Reflect.get(element, 'src') === frame);
  for (const element of elements) {
    const box = element && Element.prototype.getBoundingClientRect.call(element);
    if (!box || box.width < 1 || box.height < 1) continue;
    Element.prototype.scrollIntoView.call(element, { block: 'center', behavior: 'instant' });
    return;
  }
}

/** Runs in the page. */
function legendInPage(lines: readonly LegendLine[]): void {
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
  Reflect.get(Document.prototype, 'documentElement', document).append(host);
}
