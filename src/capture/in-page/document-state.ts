import { walkRules } from '../walk/walk-rules.ts';
import { isIdleAction } from './acts/addresses.ts';
import { endAnimations } from './animations.ts';
import { attribute, attributeNames, find, matches, ofDocument, openTrees, queryAll } from './dom.ts';
import { CHANGES, FLOODED, ofSharedElement, sharedElement, WATCHED_ATTRIBUTES } from './shared-element.ts';
import { followPassing } from './transient-links.ts';

/** Elements that may have an address, by name or attributes; attributes with other names are checked separately. */
const BEARING = [
  ...Object.keys(walkRules.attributes).flatMap((name) => (name.includes(':') ? [] : `[${name}]`)),
  '[*|href]',
  ...walkRules.styles.split(' ').map((name) => `[${name}]`),
  'form, meta, script, style, template, noscript, iframe, frame, object, embed, applet, param, base',
].join();

let look: ReturnType<typeof watch> | undefined;

/** Returns the document's loading state, counts of changes, and metadata; starts watching on the first call. */
export function standing() {
  look ??= watch();
  return look();
}

const isElementHere = (node: Node) => node instanceof Element;

/** Watches the document for changes that may bring links or elements to use: a ticking clock does not count. */
function watch() {
  let changes = 0;
  let addresses = 0;
  /** Tells whether an element may hide markup in attributes or a shadow tree. */
  const hides = (element: Element) =>
    element.localName.includes('-') ||
    Reflect.get(Element.prototype, 'shadowRoot', element) !== null ||
    attributeNames(element).some((name) => /^(?:data|hx)-/.test(name));
  const bears = (element: Element) =>
    matches(element, BEARING) ||
    Element.prototype.querySelector.call(element, BEARING) !== null ||
    hides(element) ||
    queryAll(element, '*').some(hides);
  const bringsAddress = ({ type, attributeName, target, addedNodes }: MutationRecord) => {
    if (type === 'attributes') return !/^(?:open|hidden|disabled)$/.test(attributeName ?? '');
    const isText = target instanceof Element && /^(?:script|style)$/.test(target.localName);
    return isText || Array.from(addedNodes).filter(isElementHere).some(bears);
  };
  const count = (records: MutationRecord[]) => {
    followPassing(records);
    const bringElements = ({ type, addedNodes }: MutationRecord) =>
      type === 'attributes' || Array.from(addedNodes).some(isElementHere);
    changes += records.filter(bringElements).length;
    if (records.some(bringsAddress)) addresses++;
  };
  const observer = new MutationObserver(count);
  const watched = new WeakSet<Node>();
  let looked = -1;
  /** Observes new trees, which are added with their hosts. */
  const observe = () => {
    if (looked === changes) return;
    looked = changes;
    for (const tree of [document, ...openTrees()].filter((one) => !watched.has(one))) {
      watched.add(tree);
      observer.observe(tree, { childList: true, subtree: true, attributes: true, attributeFilter: WATCHED_ATTRIBUTES });
    }
  };
  observe();
  const acting = 'script, details, [popovertarget], [commandfor], iframe[loading=lazy i]';
  const actions =
    '//@*[starts-with(name(), "on") or (contains(name(), "href") or contains(name(), "action")) and contains(translate(., "SCRIPT", "script"), "script:")]';
  /** Cached until the page changes, since the search inspects every attribute. */
  let acted = { changes: -1, isTrue: false };
  const hasActions = () => {
    if (acted.changes === changes) return acted.isTrue;
    const found = Document.prototype.evaluate.call(document, actions, document, null, XPathResult.ANY_TYPE);
    let action = found.iterateNext();
    while (action && isIdleAction(action.nodeValue ?? '')) action = found.iterateNext();
    acted = { changes, isTrue: action !== null };
    return acted.isTrue;
  };
  return () => {
    count(observer.takeRecords());
    observe();
    // A view transition waits for a frame, which is not needed here.
    const transition: unknown = Reflect.get(Document.prototype, 'activeViewTransition', document);
    const isInTransition = transition instanceof ViewTransition;
    if (isInTransition) transition.skipTransition();
    const isAnimated = endAnimations();
    const title = ofDocument('title').slice(0, 500);
    // A canonical link in the body is ignored, since the page's author may not have written it.
    const link = ofDocument('head')?.querySelector('link[rel~="canonical" i][href]');
    const canonical = link instanceof HTMLLinkElement ? link.href : undefined;
    const robots = queryAll(document, 'meta[name=robots i], meta[name=forager i]').map((meta) =>
      attribute(meta, 'content'),
    );
    const hasScripts = find(acting) !== null || hasActions();
    const isAnchored = find(':target') !== null;
    const isFlooded = sharedElement()?.hasAttribute(FLOODED) === true;
    const page = {
      address: ofDocument('URL'),
      contentType: ofDocument('contentType'),
      title,
      canonical,
      robots: robots.join(),
      isAnchored,
      isFlooded,
    };
    const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
    const hidden = ofSharedElement(CHANGES);
    const seen = { changes: changes + hidden, addresses: addresses + hidden, elements };
    return { state: ofDocument('readyState'), ...seen, isInTransition, isAnimated, hasScripts, ...page };
  };
}
