import type { Dom } from '../walk/walk.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { allIn, byId, ofDocument, textOf } from './dom.ts';
import { passedLinks } from './transient-links.ts';

/** Anchor that resolves addresses by the document's base and encoding; kept, as new nodes look like changes. */
let anchor: HTMLElement | undefined;
/** Links returned by earlier walks; their targets depend on the document's base. */
let returned = { base: '', times: new Map<string, number>() };

interface BrowserDom extends Dom<Node> {
  /** Label of the document's encoding. */
  readonly encoding: string;
  /** Returns the number of visited elements that may have closed shadow roots; 0 without scripts. */
  possibleHosts(): number;
  /** Returns the number of visited nodes. */
  nodes(): number;
}

/**
 * Returns the page's DOM after scripts, with open shadow roots. Uses the DOM's prototypes, since a field named
 * `lastChild` hides the property of its form.
 *
 * @param time number of the walk; results of earlier walks are not repeated
 * @param closed alternating hosts and their closed shadow roots
 */
export function browserDom(time = 0, closed: readonly Node[] = []): BrowserDom {
  anchor ??= Document.prototype.createElement.call(document, 'a');
  const base = Reflect.get(Node.prototype, 'baseURI', document);
  if (returned.base !== base) returned = { base, times: new Map() };
  const { times } = returned;
  const roots = new Map<Node, Node>();
  for (let at = 0; at + 1 < closed.length; at += 2) {
    const [host, root] = closed.slice(at, at + 2);
    if (host && root) roots.set(host, root);
  }
  const hosts = new Set(walkRules.shadowHosts.split(' '));
  let possibleHosts = 0;
  let nodes = 0;
  const pushAll = (parent: Node, stack: unknown[]) => {
    let child = Reflect.get(Node.prototype, 'lastChild', parent);
    for (; child; child = Reflect.get(Node.prototype, 'previousSibling', child)) {
      stack.push(child);
      nodes++;
    }
  };
  /** Parsed content of `noscript`, which is text if scripts run, with the parent element. */
  const noscripts = new Map<Node, Node>();
  const pushNoscript = (parent: Node, stack: unknown[]) => {
    const markup = textOf(parent);
    const parsed = Document.prototype.createElement.call(document, 'template');
    if (!markup.includes('<') || !(parsed instanceof HTMLTemplateElement)) return;
    try {
      Reflect.set(Element.prototype, 'innerHTML', markup, parsed);
    } catch {
      // Trusted Types may forbid parsing.
      return;
    }
    const content = Reflect.get(HTMLTemplateElement.prototype, 'content', parsed);
    noscripts.set(content, parent);
    pushAll(content, stack);
  };
  const isDefined = (element: Node) => Element.prototype.matches.call(element, ':defined');
  const nameOf = (element: Node) => Reflect.get(Element.prototype, 'localName', element).toLowerCase();
  const attribute = (element: Node, name: string) => Element.prototype.getAttribute.call(element, name);
  return {
    root: ofDocument('documentElement'),
    passed: passedLinks(),
    address: ofDocument('URL'),
    encoding: ofDocument('characterSet'),
    nodes: () => nodes,
    possibleHosts: () => (ofDocument('scripts').length > 0 ? possibleHosts : 0),
    pushChildren(parent, tag, stack) {
      if (tag === 'noscript') return pushNoscript(parent, stack);
      const before = stack.length;
      pushAll(parent, stack);
      const child = stack.length - before === 1 ? stack[before] : undefined;
      const isEmpty = stack.length === before || (child instanceof Text && child.data.trim() === '');
      const shadow = Reflect.get(Element.prototype, 'shadowRoot', parent) ?? roots.get(parent);
      if (shadow) pushAll(shadow, stack);
      // A custom element has no shadow root before its definition.
      else if (tag.includes('-') ? isDefined(parent) : isEmpty && hosts.has(tag)) possibleHosts++;
    },
    pushContent(template, stack) {
      if (template instanceof HTMLTemplateElement) {
        pushAll(Reflect.get(HTMLTemplateElement.prototype, 'content', template), stack);
      }
    },
    isElement: (node) => node instanceof Element,
    textOf: (node) => (node instanceof Text ? node.data : undefined),
    commentOf: (node) => (node instanceof Comment ? node.data : undefined),
    tagOf(element) {
      const isSvg = Reflect.get(Element.prototype, 'namespaceURI', element) === 'http://www.w3.org/2000/svg';
      return (isSvg ? 'svg:' : '') + nameOf(element);
    },
    attributeNames: (element) => Element.prototype.getAttributeNames.call(element),
    attribute,
    xlinkHref: (element) => Element.prototype.getAttributeNS.call(element, 'http://www.w3.org/1999/xlink', 'href'),
    textContent: textOf,
    textOfId(id) {
      const named = byId(id);
      return named ? textOf(named) : '';
    },
    iconNames(element) {
      // A live list is only evaluated as far as it is read.
      const inner = element instanceof Element ? allIn(element) : [];
      const names = walkRules.icons.split(' ');
      const said = [0, 1, 2, 3, 4].flatMap((at) => {
        const one = inner[at];
        return one ? names.map((name) => attribute(one, name) ?? '') : [];
      });
      return [attribute(element, 'class') ?? '', ...said].join(' ');
    },
    pathName(node, most) {
      if (node instanceof Element) return nameOf(node).slice(0, most);
      return node instanceof ShadowRoot ? '#shadow' : undefined;
    },
    above: (node) =>
      Reflect.get(Node.prototype, 'parentNode', node) ??
      (node instanceof ShadowRoot ? node.host : (noscripts.get(node) ?? null)),
    wasReported(method, raw) {
      const key = `${method} ${raw}`;
      const at = times.get(key);
      if (at === undefined) times.set(key, time);
      return at !== undefined && at < time;
    },
    resolve(raw) {
      if (!(anchor instanceof HTMLAnchorElement)) return undefined;
      anchor.href = raw;
      return URL.canParse(anchor.href) ? anchor.href : undefined;
    },
  };
}
