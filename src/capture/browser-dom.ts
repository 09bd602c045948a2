import type { Dom } from './walk-links.ts';

/**
 * Runs in the page: its DOM as scripts left it, open shadow roots included. Everything is asked of the DOM's
 * prototypes: a field named `lastChild` hides its form's own.
 */
export function browserDom(): Dom<Node> {
  // An anchor of the document resolves any address by the document's base and encoding.
  const anchor = Document.prototype.createElement.call(document, 'a');
  const pushAll = (parent: Node, stack: unknown[]) => {
    let child = Reflect.get(Node.prototype, 'lastChild', parent);
    for (; child; child = Reflect.get(Node.prototype, 'previousSibling', child)) stack.push(child);
  };
  const nameOf = (element: Node) => Reflect.get(Element.prototype, 'localName', element).toLowerCase();
  const attribute = (element: Node, name: string) => Element.prototype.getAttribute.call(element, name);
  return {
    showsNoscript: false,
    root: Reflect.get(Document.prototype, 'documentElement', document),
    pushChildren(parent, stack) {
      pushAll(parent, stack);
      const shadow = Reflect.get(Element.prototype, 'shadowRoot', parent);
      if (shadow) pushAll(shadow, stack);
    },
    isElement: (node) => node instanceof Element,
    textOf: (node) => (node instanceof Text ? node.data : undefined),
    tagOf(element) {
      const isSvg = Reflect.get(Element.prototype, 'namespaceURI', element) === 'http://www.w3.org/2000/svg';
      return (isSvg ? 'svg:' : '') + nameOf(element);
    },
    attribute,
    xlinkHref: (element) => Element.prototype.getAttributeNS.call(element, 'http://www.w3.org/1999/xlink', 'href'),
    imageText(element) {
      const image = Element.prototype.querySelector.call(element, 'img[alt]:not([alt=""])');
      return image && attribute(image, 'alt');
    },
    pathName: (node) => (node instanceof Element ? nameOf(node) : node instanceof ShadowRoot ? '#shadow' : undefined),
    above: (node) => Reflect.get(Node.prototype, 'parentNode', node) ?? (node instanceof ShadowRoot ? node.host : null),
    resolve(raw) {
      if (!(anchor instanceof HTMLAnchorElement)) return undefined;
      anchor.href = raw;
      return URL.canParse(anchor.href) ? anchor.href : undefined;
    },
  };
}
