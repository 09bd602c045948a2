import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { plainText } from '../walk/plain-text.ts';
import { walkRules } from '../walk/walk-rules.ts';
import { FLOODED } from './bounded-messages.ts';
import { documents, type FrameDocument } from './document.ts';
import { DocumentGone } from './document-answers.ts';
import { endAnimations } from './end-animations.ts';
import { FairTime } from './fair-time.ts';
import { HIDDEN_TREES, type HiddenTrees, WATCHED_ATTRIBUTES } from './hidden-trees.ts';
import { isIdleAction } from './idle-action.ts';
import { openTrees } from './open-trees.ts';
import { pageFunction } from './page-functions.ts';
import { sharedElement } from './shared-element.ts';
import type { Tab } from './tab.ts';

/** How much time passes in a page before it is read the first time, in its milliseconds: what is soon due belongs to its loading. */
const SOON = 100;

/** How far a document is loaded, least first. */
const states = ['loading', 'interactive', 'complete'] as const;

/** How far a document is loaded, how often it has changed, and what it is. */
const standing = z.object({
  state: z.enum(states),
  /** How often elements came, or addresses changed … */
  changes: z.number(),
  /** … and how often that may have brought an address. */
  addresses: z.number(),
  elements: z.number(),
  /** Whether it was about to go over from one view to the next, and was hurried: what it shows then is still to come. */
  isInTransition: z.boolean(),
  /** Whether something moved and was hurried to its end, as what opens does: its scripts are told with the next picture. */
  isAnimated: z.boolean(),
  hasScripts: z.boolean(),
  /** The address that it shows: scripts may have set another than it was loaded from. */
  address: z.string(),
  contentType: z.string(),
  title: plainText,
  canonical: plainText.optional(),
  robots: z.string(),
  isAnchored: z.boolean(),
  /** Whether its scripts have said or heard more than they may; see bounded-messages.ts. */
  isFlooded: z.boolean(),
});
type Standing = z.infer<typeof standing>;

/** The documents of a page as it stands, and what its own is. */
export interface Ready extends Omit<Standing, 'state'> {
  readonly frames: readonly FrameDocument[];
}

/**
 * Waits until the page's documents are loaded and what is soon due has happened, requests included. A page that keeps on
 * changing or waiting is read as it is; the tab's limits say so.
 *
 * @param begin since when the page is waited for, by `performance.now()`, less what it had waited for its turns then
 */
export async function whenAtRest(tab: Tab, begin: number): Promise<Ready> {
  let frames: readonly FrameDocument[] = [];
  let changes = Number.NaN;
  const clock = () => performance.now() - tab.waited;
  const { patience, starved } = tab;
  const wait = (parsed: number, loading: number, since?: number): Wait => ({
    parsed: new FairTime(parsed, starved, clock, since),
    loading: new FairTime(loading, starved, clock, since),
  });
  const untilChange = (since?: number) => wait(patience.requests, patience.page, since);
  const whole = wait(patience.page, 3 * patience.page, begin);
  let silence = untilChange(begin);
  for (;;) {
    const before = tab.frameChanges;
    const passing = await tab.pass(SOON);
    if (await tab.turn()) {
      silence = untilChange();
      continue;
    }
    frames = await documentsNow(tab, frames);
    const page = await lookAt(frames, tab);
    const isSame = page.changes === changes && tab.frameChanges === before;
    if (!isSame) silence = untilChange();
    changes = page.changes;
    const isStable = tab.frameChanges === before;
    const isComplete = isStable && page.state === 'complete' && passing !== 'held up';
    const isWaiting = (passing === 'requests-pending' && tab.isWaiting) || (passing === 'held up' && isSame);
    const isLate = isStable && page.state !== 'loading' && isWaiting;
    if (isLate) tab.limits.add('still loading');
    if (isLate || isComplete || (await isEnough(page, whole, silence, tab))) return page;
    const passed = clock() - begin;
    await (tab.isLoaded ? sleep(pauseOf(passed)) : tab.untilLoaded(pauseOf(passed)));
  }
}

/** Pages that take long are asked less often. */
const pauseOf = (passed: number): number => Math.min(5 + passed / 10, 100);

/** How long is waited once documents are parsed, and how long before: long ones may take long to come, as long as they come. */
interface Wait {
  readonly parsed: FairTime;
  readonly loading: FairTime;
}

/** Whether the page is to be read as it is; the tab's limits then say why. */
async function isEnough({ state }: Standing, whole: Wait, silence: Wait, { limits }: Tab): Promise<boolean> {
  const which = state === 'loading' ? 'loading' : 'parsed';
  if (await silence[which].isOver()) limits.add('still loading');
  else if (await whole[which].isOver()) limits.add('never quiet');
  else return false;
  return true;
}

/** The documents that the tab shows; those that are still the same keep the world that they are seen from. */
export async function documentsNow(tab: Tab, before: readonly FrameDocument[]): Promise<readonly FrameDocument[]> {
  if (before.length > 0 && tab.framesKnownAt === tab.frameChanges) return before;
  tab.framesKnownAt = tab.frameChanges;
  const now = await documents(tab);
  return now.map((frame) => before.find((old) => old.id === frame.id) ?? frame);
}

/** The page's standing: that of its own document, as far loaded and as often changed as all its frames are. */
export async function lookAt(frames: readonly FrameDocument[], tab: Tab): Promise<Standing & Ready> {
  const [main, ...others] = await Promise.all(frames.map(look));
  if (!main) throw new DocumentGone('the page has no document');
  // What was cut off gets no further.
  if (tab.limits.has('cut off')) main.state = 'complete';
  const all = [main, ...others];
  if (all.some(({ isFlooded }) => isFlooded)) tab.stopScripts('too many messages');
  const state = states.find((one) => all.some((standing) => standing.state === one)) ?? 'complete';
  const sum = (of: (one: Standing) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    ...main,
    frames,
    state,
    changes: sum(({ changes }) => changes),
    addresses: sum(({ addresses }) => addresses),
    elements: sum(({ elements }) => elements),
    hasScripts: all.some((one) => one.hasScripts),
    isInTransition: all.some((one) => one.isInTransition),
    isAnimated: all.some((one) => one.isAnimated),
  };
}

/** Elements that may bear an address, by their name or their attributes; those with attributes of any name aside. */
const BEARING = [
  ...Object.keys(walkRules.attributes).flatMap((name) => (name.includes(':') ? [] : `[${name}]`)),
  '[*|href]',
  ...walkRules.styles.split(' ').map((name) => `[${name}]`),
  'form, meta, script, style, template, noscript, iframe, frame, object, embed, applet, param, base',
].join();

/** A symbol: an element named like a field would stand in its place. */
const STANDING = `(globalThis[Symbol.for('standing')] ??= ${pageFunction(`(...given) => (${watch.toString()})(...given, () => ${HIDDEN_TREES}, ${openTrees.toString()}, ${endAnimations.toString()}, ${isIdleAction.toString()}, ${sharedElement.toString()})`)}(${JSON.stringify(BEARING)}, ${JSON.stringify(WATCHED_ATTRIBUTES)}, '${FLOODED}'))()`;

async function look(frame: FrameDocument): Promise<Standing> {
  return await frame.evaluate(STANDING, standing).catch((error: unknown) => {
    if (!(error instanceof DocumentGone)) throw error;
    const nothing = {
      changes: 0,
      addresses: 0,
      elements: 0,
      isInTransition: false,
      isAnimated: false,
      hasScripts: false,
      address: frame.url,
      contentType: '',
      title: '',
      robots: '',
      isAnchored: false,
      isFlooded: false,
    };
    return { ...nothing, state: frame.isMain ? 'loading' : 'complete' };
  });
}

/** Runs in the page, once. Only what could be a link, or be acted on, counts: a clock that ticks is no change. */
function watch(
  bearing: string,
  attributeFilter: string[],
  flooded: string,
  hiddenTrees: () => HiddenTrees,
  treesOf: typeof openTrees,
  end: typeof endAnimations,
  isIdle: typeof isIdleAction,
  shared: typeof sharedElement,
): () => Standing {
  let changes = 0;
  let addresses = 0;
  const isElement = (node: Node) => node instanceof Element;
  const inside = (element: Element, selector: string) => Element.prototype.querySelectorAll.call(element, selector);
  /** Markup of its own, in attributes or behind a shadow root. */
  const hides = (element: Element) =>
    element.localName.includes('-') ||
    Reflect.get(Element.prototype, 'shadowRoot', element) !== null ||
    Element.prototype.getAttributeNames.call(element).some((name) => /^(?:data|hx)-/.test(name));
  const bears = (element: Element) =>
    Element.prototype.matches.call(element, bearing) ||
    Element.prototype.querySelector.call(element, bearing) !== null ||
    hides(element) ||
    Array.from(inside(element, '*')).some(hides);
  const bringsAddress = ({ type, attributeName, target, addedNodes }: MutationRecord) => {
    if (type === 'attributes') return !/^(?:open|hidden|disabled)$/.test(attributeName ?? '');
    const isText = target instanceof Element && /^(?:script|style)$/.test(target.localName);
    return isText || Array.from(addedNodes).filter(isElement).some(bears);
  };
  // Asked of prototypes: an image named readyState would stand in its document's place.
  const own = <Name extends keyof Document>(name: Name) => Reflect.get(Document.prototype, name, document);
  /** Links shown for a while only that are kept, and links removed that are looked at for it. */
  const mostPassed = 200;
  let left = 20_000;
  /** Copies of them, in a document that does nothing, and the address of the page that showed them. */
  const passed = new Map<string, { page: string; link: Element }>();
  const inert = Reflect.get(DOMImplementation.prototype, 'createHTMLDocument').call(own('implementation'), '');
  /** Where the page was when an element came: after the first walk, which reads all that is there. */
  const cameAt = new WeakMap<Node, string>();
  const above = (node: Node): Node | null => Reflect.get(Node.prototype, 'parentNode', node);
  const keepPassed = (root: Element, parent: Node, page: string) => {
    for (const link of [root, ...inside(root, 'a[href]')]) {
      if (passed.size >= mostPassed || left-- <= 0) return;
      const address = link.localName === 'a' ? Element.prototype.getAttribute.call(link, 'href') : null;
      if (address === null || passed.has(address)) continue;
      let from: Node | null = link;
      while (from && !cameAt.has(from)) from = from === root ? parent : above(from);
      if (!from || cameAt.get(from) !== page) continue;
      passed.set(address, { page, link: inert.importNode(link, true) });
    }
    Reflect.set(globalThis, Symbol.for('passed'), [...passed.values()]);
  };
  /** What comes and goes at once was never shown: so removals are looked at first. */
  const followPassing = (records: MutationRecord[]) => {
    if (!Reflect.has(globalThis, Symbol.for('walk'))) return;
    const isRouted = Reflect.has(globalThis, Symbol.for('routed'));
    const page = isRouted ? own('URL') : own('URL').replace(/#(?![/!]).*/s, '');
    for (const { removedNodes, target } of records)
      for (const node of removedNodes)
        if (isElement(node) && !Reflect.get(Node.prototype, 'isConnected', node)) keepPassed(node, target, page);
    for (const { addedNodes } of records) for (const node of addedNodes) if (isElement(node)) cameAt.set(node, page);
  };
  const count = (records: MutationRecord[]) => {
    followPassing(records);
    const bringElements = ({ type, addedNodes }: MutationRecord) =>
      type === 'attributes' || Array.from(addedNodes).some(isElement);
    changes += records.filter(bringElements).length;
    if (records.some(bringsAddress)) addresses++;
  };
  const observer = new MutationObserver(count);
  const watched = new WeakSet<Node>();
  /** Elements of a shadow tree among which others are looked for. */
  const mostWithin = 1000;
  let looked = -1;
  /** Trees come with the elements that have them. */
  const observe = () => {
    if (looked === changes) return;
    looked = changes;
    for (const tree of [document, ...treesOf(mostWithin)].filter((one) => !watched.has(one))) {
      watched.add(tree);
      observer.observe(tree, { childList: true, subtree: true, attributes: true, attributeFilter });
    }
  };
  observe();
  const find = (selector: string) => Document.prototype.querySelector.call(document, selector);
  const all = (selector: string) => Array.from(Document.prototype.querySelectorAll.call(document, selector));
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const acting = 'script, details, [popovertarget], [commandfor], iframe[loading=lazy i]';
  const actions =
    '//@*[starts-with(name(), "on") or (contains(name(), "href") or contains(name(), "action")) and contains(translate(., "SCRIPT", "script"), "script:")]';
  /** Looked for again only when the page has changed: it takes a look at every attribute. */
  let acted = { changes: -1, isTrue: false };
  const hasActions = () => {
    if (acted.changes === changes) return acted.isTrue;
    const found = Document.prototype.evaluate.call(document, actions, document, null, XPathResult.ANY_TYPE);
    let action = found.iterateNext();
    while (action && isIdle(action.nodeValue ?? '')) action = found.iterateNext();
    acted = { changes, isTrue: action !== null };
    return acted.isTrue;
  };
  return () => {
    count(observer.takeRecords());
    observe();
    // What a view transition shows waits until a picture of the page was taken: nobody looks at it.
    const transition: unknown = Reflect.get(Document.prototype, 'activeViewTransition', document);
    const isInTransition = transition instanceof ViewTransition;
    if (isInTransition) transition.skipTransition();
    const isAnimated = end();
    const title = own('title').slice(0, 500);
    // Of the head only: one in the body is not the page's word.
    const link = own('head')?.querySelector('link[rel~="canonical" i][href]');
    const canonical = link instanceof HTMLLinkElement ? link.href : undefined;
    const robots = all('meta[name=robots i], meta[name=forager i]').map((meta) => attribute(meta, 'content') ?? '');
    const hasScripts = find(acting) !== null || hasActions();
    const isAnchored = find(':target') !== null;
    const isFlooded = shared()?.hasAttribute(flooded) === true;
    const page = {
      address: own('URL'),
      contentType: own('contentType'),
      title,
      canonical,
      robots: robots.join(),
      isAnchored,
      isFlooded,
    };
    const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
    const hidden = hiddenTrees().changes;
    const seen = { changes: changes + hidden, addresses: addresses + hidden, elements };
    return { state: own('readyState'), ...seen, isInTransition, isAnimated, hasScripts, ...page };
  };
}
