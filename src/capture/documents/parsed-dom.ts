import { type DefaultTreeAdapterTypes, html as names } from 'parse5';
import type { Dom } from '../walk/walk.ts';
import { walkRules } from '../walk/walk-rules.ts';

export type ParsedNode = DefaultTreeAdapterTypes.Node;
export type ParsedElement = DefaultTreeAdapterTypes.Element;

const { NS } = names;

const isElement = (node: unknown): node is ParsedElement =>
  typeof node === 'object' && node !== null && 'tagName' in node;
const isTemplate = (node: ParsedNode): node is DefaultTreeAdapterTypes.Template => 'content' in node;

const isText = (node: unknown): node is DefaultTreeAdapterTypes.TextNode =>
  typeof node === 'object' && node !== null && 'nodeName' in node && node.nodeName === '#text';

const isComment = (node: unknown): node is DefaultTreeAdapterTypes.CommentNode =>
  typeof node === 'object' && node !== null && 'nodeName' in node && node.nodeName === '#comment';

/** Returns the text directly in an element. */
export const textIn = (element: ParsedElement): string =>
  element.childNodes
    .filter(isText)
    .map(({ value }) => value)
    .join('');

const wholeText = (node: ParsedNode): string => [...elementsOf(node)].map(textIn).join('');

/** Puts the children on a stack, the first on top, except `passed`. */
function pushAll(parent: ParsedNode, stack: unknown[], passed?: ParsedNode): void {
  if (!('childNodes' in parent)) return;
  for (let index = parent.childNodes.length - 1; index >= 0; index--) {
    const child = parent.childNodes[index];
    if (child !== passed) stack.push(child);
  }
}

/** Most attributes of an element that are searched in sequence; more attributes are indexed. */
const FEW = 32;
const indexes = new WeakMap<ParsedElement, ReadonlyMap<string, string>>();

/** Returns an attribute's value, like `getAttribute`: by the whole name, prefix included. */
export function attribute(element: ParsedElement, name: string): string | null {
  if (element.attrs.length <= FEW) return element.attrs.find((one) => nameOf(one) === name)?.value ?? null;
  const index = indexes.get(element) ?? new Map(element.attrs.toReversed().map((one) => [nameOf(one), one.value]));
  indexes.set(element, index);
  return index.get(name) ?? null;
}

const nameOf = ({ prefix, name }: ParsedElement['attrs'][number]): string => (prefix ? `${prefix}:${name}` : name);

/** Yields all elements in tree order, except in shadow roots and templates. */
export function* elementsOf(root: ParsedNode): Generator<ParsedElement> {
  const stack: ParsedNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node)) yield node;
    pushAll(node, stack);
  }
}

/** Yields all elements, including those in shadow roots and templates; shadow roots last. */
export function* everyElement(root: ParsedNode): Generator<ParsedElement> {
  const stack: ParsedNode[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node)) yield node;
    pushAll(node, stack);
    if (isTemplate(node)) stack.push(node.content);
  }
}

const HOSTS = new Set(walkRules.shadowHosts.split(' '));

/** Returns the template that declares an element's shadow root, open or closed. */
function declaredShadow(host: ParsedElement): DefaultTreeAdapterTypes.Template | undefined {
  if (!HOSTS.has(host.tagName) && !host.tagName.includes('-')) return undefined;
  const declares = (node: ParsedNode) => isTemplate(node) && /^(open|closed)$/i.test(modeOf(node));
  return host.childNodes.filter(isTemplate).find(declares);
}

const modeOf = (template: ParsedElement): string => attribute(template, 'shadowrootmode') ?? '';

/** Makes the `Dom` of a parsed page; scripts did not run, so `noscript` is visible. */
export function parsedDom(
  document: DefaultTreeAdapterTypes.Document,
  address: string,
  resolve: (raw: string) => string | undefined,
): Dom<ParsedNode> {
  const hosts = new Map<ParsedNode, ParsedElement>();
  let byId: Map<string, ParsedElement> | undefined;
  const read = (node: ParsedNode, name: string) => (isElement(node) ? attribute(node, name) : null);
  return {
    root: document.childNodes.find(isElement) ?? null,
    passed: [],
    address,
    pushChildren(parent, _, stack) {
      const shadow = isElement(parent) ? declaredShadow(parent) : undefined;
      pushAll(parent, stack, shadow);
      if (!shadow || !isElement(parent)) return;
      hosts.set(shadow.content, parent);
      pushAll(shadow.content, stack);
    },
    pushContent(template, stack) {
      if (isTemplate(template)) pushAll(template.content, stack);
    },
    isElement,
    textOf: (node) => (isText(node) ? node.value : undefined),
    commentOf: (node) => (isComment(node) ? node.data : undefined),
    tagOf: (node) => (isElement(node) ? (node.namespaceURI === NS.SVG ? 'svg:' : '') + node.tagName.toLowerCase() : ''),
    attributeNames: (node) => (isElement(node) ? node.attrs.map(nameOf) : []),
    attribute: read,
    xlinkHref: (node) =>
      (isElement(node) && node.attrs.find((one) => one.namespace === NS.XLINK && one.name === 'href')?.value) || null,
    textContent: wholeText,
    textOfId(id) {
      byId ??= new Map([...elementsOf(document)].toReversed().map((one) => [attribute(one, 'id') ?? '', one]));
      const named = id === '' ? undefined : byId.get(id);
      return named ? wholeText(named) : '';
    },
    iconNames(node) {
      const said: string[] = [];
      let left = 6;
      for (const inner of elementsOf(node)) {
        if (left-- === 0) break;
        const names = inner === node ? ['class'] : walkRules.icons.split(' ');
        said.push(...names.map((name) => attribute(inner, name) ?? ''));
      }
      return said.join(' ');
    },
    pathName(node, most) {
      if (hosts.has(node)) return '#shadow';
      return isElement(node) ? node.tagName.slice(0, most).toLowerCase() : undefined;
    },
    above: (node) => hosts.get(node) ?? ('parentNode' in node ? node.parentNode : null),
    wasReported: () => false,
    resolve,
  };
}
