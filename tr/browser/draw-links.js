import { z } from 'zod';
import { RetryVisit } from '../../domain/errors.js';
/** Colour of the outline, by what a crawl takes the link for. */
export const linkColours = { internal: '#00882b', external: '#0a5fd8', bad: '#d8120a', resource: '#9a6700' };
const kinds = ['internal', 'external', 'bad', 'resource'];
/**
 * Outlines the links in the page and in its frames, in a colour by kind. No attribute of the page is changed: the
 * outlines are animations that stand still, which the page's scripts don't notice. Those drawn before are taken away.
 */
export async function outlineLinks(frames, links) {
    const drawn = await Promise.all(frames.map(async (frame) => {
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
    }));
    const outlined = new Set(drawn.flat());
    const addresses = new Set([...outlined].map(({ url }) => url));
    // A frame's document is where its element is.
    const isShown = (link) => outlined.has(link) || (link.technique === 'frame' && addresses.has(link.url));
    const [shown, hidden] = [links.filter(isShown), links.filter((link) => !isShown(link))];
    return byKind((kind) => ({ outlined: count(shown, kind), hidden: count(hidden, kind) }));
}
/** With links that no element of the page bears. */
export const withHidden = (drawn, links) => byKind((kind) => ({ outlined: drawn[kind].outlined, hidden: drawn[kind].hidden + count(links, kind) }));
const count = (links, kind) => links.filter((link) => link.kind === kind).length;
const byKind = (of) => ({
    internal: of('internal'),
    external: of('external'),
    bad: of('bad'),
    resource: of('resource'),
});
/** Takes the outlines away. */
export async function clearOutlines(frames) {
    await Promise.all(frames.map((frame) => draw(frame, outlineInPage, [], z.unknown(), undefined)));
}
/** Scrolls the page, and the frame if it is a frame's, so that what is outlined in a document is in the middle of the view. */
export async function showOutline(frames, document) {
    const main = frames.find(({ isMain }) => isMain);
    if (main && !document.isMain)
        await draw(main, scrollInPage, document.url, z.unknown(), null);
    await draw(document, scrollInPage, null, z.unknown(), null);
}
/** Shows a legend in the page: one element at the end of its document, which its scripts may notice. */
export async function showLegend(frames, lines) {
    const main = frames.find(({ isMain }) => isMain);
    if (main)
        await draw(main, legendInPage, lines, z.unknown(), undefined);
}
/** @param remarks what else is to be known of the picture */
export const legendOf = (drawn, remarks) => [
    ...kinds.map((kind) => {
        const { outlined, hidden } = drawn[kind];
        return { text: `${kind}: ${outlined} outlined, ${hidden} hidden`, colour: linkColours[kind] };
    }),
    ...remarks.map((text) => ({ text, colour: 'white' })),
];
async function draw(frame, drawing, of, schema, ifGone) {
    const expression = `(${drawing.toString()})(${JSON.stringify(of)}) ?? null`;
    return await frame.evaluate(expression, schema).catch((error) => {
        // A frame that has gone meanwhile is not drawn.
        if (error instanceof RetryVisit)
            return ifGone;
        throw error;
    });
}
/**
 * Runs in the page. Everything is asked of the DOM's prototypes: a field named `attributes` hides its form's own.
 *
 * @returns how often each mark is seen
 */
function outlineInPage(marks) {
    const place = Symbol.for('outlines');
    for (const outline of Reflect.get(globalThis, place) ?? [])
        outline.cancel();
    const outlines = [];
    Reflect.set(globalThis, place, outlines);
    const colours = new Map(marks);
    const seen = new Map();
    const own = (element, name) => Reflect.get(Element.prototype, name, element);
    const isTop = window === window.top;
    const root = Reflect.get(Document.prototype, 'documentElement', document);
    /** What the picture shows: of the page all, of a frame what is in view. */
    const shown = isTop
        ? { left: -scrollX, top: -scrollY, right: root.scrollWidth - scrollX, bottom: root.scrollHeight - scrollY }
        : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const common = (one, other) => ({
        left: Math.max(one.left, other.left),
        top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
    });
    const hasArea = ({ left, top, right, bottom }) => right - left >= 1 && bottom - top >= 1;
    /** What the boxes that cut off what flows over them leave to see. */
    const viewOf = (element) => {
        let box = shown;
        let { position } = getComputedStyle(element);
        for (let at = element; at && position !== 'fixed';) {
            const node = at;
            const slot = node instanceof Element ? own(node, 'assignedSlot') : null;
            const parent = slot ?? Reflect.get(Node.prototype, 'parentNode', node);
            at = parent instanceof ShadowRoot ? parent.host : parent;
            if (!(at instanceof Element) || at === root || at === document.body)
                break;
            const style = getComputedStyle(at);
            if (position === 'absolute' && style.position === 'static')
                continue;
            if (style.overflow !== 'visible')
                box = common(box, Element.prototype.getBoundingClientRect.call(at));
            position = style.position;
        }
        return box;
    };
    const isSeen = (element) => {
        if (!Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true }))
            return false;
        const box = viewOf(element);
        return Array.from(Element.prototype.getClientRects.call(element)).some((rect) => hasArea(common(rect, box)));
    };
    const markUp = (element) => {
        const isSvg = own(element, 'namespaceURI') === 'http://www.w3.org/2000/svg';
        const tag = (isSvg ? 'svg:' : '') + own(element, 'localName').toLowerCase();
        for (const name of Element.prototype.getAttributeNames.call(element)) {
            const mark = `${tag} ${Element.prototype.getAttribute.call(element, name)}`;
            const colour = colours.get(mark);
            if (colour === undefined)
                continue;
            const outline = `3px solid ${colour}`;
            const standing = { outline: [outline, outline], outlineOffset: ['-1px', '-1px'] };
            outlines.push(Element.prototype.animate.call(element, standing, { duration: 0, fill: 'forwards' }));
            if (isSeen(element))
                seen.set(mark, (seen.get(mark) ?? 0) + 1);
        }
    };
    const roots = colours.size === 0 ? [] : [document];
    for (let tree = roots.pop(); tree; tree = roots.pop()) {
        const walker = Document.prototype.createTreeWalker.call(document, tree, NodeFilter.SHOW_ELEMENT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (!(node instanceof Element))
                continue;
            markUp(node);
            const shadow = own(node, 'shadowRoot');
            if (shadow)
                roots.push(shadow);
        }
    }
    return [...seen];
}
/** Runs in the page. @param frame address of the frame that is scrolled to; null: to what is outlined */
function scrollInPage(frame) {
    const outlines = Reflect.get(globalThis, Symbol.for('outlines'));
    const framed = Document.prototype.querySelectorAll.call(document, 'iframe, frame');
    const elements = frame === null
        ? (outlines ?? []).map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null))
        : Array.from(framed).filter((element) => Reflect.get(element, 'src') === frame);
    for (const element of elements) {
        const box = element && Element.prototype.getBoundingClientRect.call(element);
        if (!box || box.width < 1 || box.height < 1)
            continue;
        Element.prototype.scrollIntoView.call(element, { block: 'center', behavior: 'instant' });
        return;
    }
}
/** Runs in the page. */
function legendInPage(lines) {
    const make = (name, style) => {
        const element = Document.prototype.createElement.call(document, name);
        element.style.cssText = style;
        return element;
    };
    const host = make('forager-legend', 'all: initial; position: fixed; right: 8px; bottom: 8px; z-index: 2147483647; pointer-events: none');
    const box = make('div', 'background: white; color: black; border: 1px solid; padding: 4px 8px; font: 13px sans-serif');
    for (const { text, colour } of lines) {
        const line = make('div', `border-left: 12px solid ${colour}; padding-left: 6px; margin: 3px 0`);
        line.textContent = text;
        box.append(line);
    }
    host.attachShadow({ mode: 'closed' }).append(box);
    Reflect.get(Document.prototype, 'documentElement', document).append(host);
}
//# sourceMappingURL=draw-links.js.map