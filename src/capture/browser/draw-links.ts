import { z } from 'zod';
import { RetryVisit } from '../../domain/errors.ts';
import type { FoundLink } from '../../domain/link.ts';
import type { FrameDocument } from './document.ts';

/** Colour of the outline, by what a crawl takes the link for. */
export const linkColours = { internal: '#00882b', external: '#0a5fd8', bad: '#d8120a', resource: '#9a6700' } as const;
type Kind = keyof typeof linkColours;
type DrawnLink = Pick<FoundLink, 'element' | 'raw' | 'frame'> & { readonly kind: Kind };

/**
 * Outlines the links in the page and in its frames, in a colour by kind, with a legend in the page. No attribute of the
 * page is changed: the outlines are animations that stand still, which the page's scripts don't notice. The legend is
 * one element at the end of the page's document. To be drawn when all has been read.
 */
export async function drawLinks(frames: readonly FrameDocument[], links: readonly DrawnLink[]): Promise<void> {
  await Promise.all(
    frames.map(async (frame) => {
      // The last colour counts where an element has an address twice: that of the link.
      const own = links
        .filter((link) => link.frame === (frame.isMain ? '' : frame.url))
        .sort((a, b) => Number(b.kind === 'resource') - Number(a.kind === 'resource'));
      const marks = own.map(({ element, raw, kind }) => [element, raw, linkColours[kind]]);
      await draw(frame, outlineLinks, marks);
      if (frame.isMain) await draw(frame, showLegend, legendOf(links));
    }),
  );
}

const legendOf = (links: readonly DrawnLink[]) =>
  Object.entries(linkColours).map(([kind, colour]) => [
    `${kind}: ${links.filter((link) => link.kind === kind).length}`,
    colour,
  ]);

async function draw(frame: FrameDocument, drawing: (of: never) => void, of: unknown): Promise<void> {
  await frame.evaluate(`(${drawing.toString()})(${JSON.stringify(of)}) ?? null`, z.null()).catch((error: unknown) => {
    // A frame that has gone meanwhile is not drawn.
    if (!(error instanceof RetryVisit)) throw error;
  });
}

/** Runs in the page. Everything is asked of the DOM's prototypes: a field named `attributes` hides its form's own. */
function outlineLinks(marks: readonly (readonly [element: string, raw: string, colour: string])[]): void {
  const colours = new Map(marks.map(([element, raw, colour]) => [`${element} ${raw}`, colour]));
  const markUp = (element: Element) => {
    const isSvg = Reflect.get(Element.prototype, 'namespaceURI', element) === 'http://www.w3.org/2000/svg';
    const tag = (isSvg ? 'svg:' : '') + Reflect.get(Element.prototype, 'localName', element).toLowerCase();
    for (const name of Element.prototype.getAttributeNames.call(element)) {
      const colour = colours.get(`${tag} ${Element.prototype.getAttribute.call(element, name)}`);
      if (colour === undefined) continue;
      const outline = `3px solid ${colour}`;
      const standing = { outline: [outline, outline], outlineOffset: ['-1px', '-1px'] };
      Element.prototype.animate.call(element, standing, { duration: 0, fill: 'forwards' });
    }
  };
  const roots: Node[] = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Element)) continue;
      markUp(node);
      const shadow = Reflect.get(Element.prototype, 'shadowRoot', node);
      if (shadow) roots.push(shadow);
    }
  }
}

/** Runs in the page. */
function showLegend(entries: readonly (readonly [text: string, colour: string])[]): void {
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
  for (const [text, colour] of entries) {
    const line = make('div', `border-left: 12px solid ${colour}; padding-left: 6px; margin: 3px 0`);
    line.textContent = text;
    box.append(line);
  }
  host.attachShadow({ mode: 'closed' }).append(box);
  Reflect.get(Document.prototype, 'documentElement', document).append(host);
}
