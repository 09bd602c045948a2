import type { openTrees } from '../browser/open-trees.ts';
import type { gestureEvents } from './gesture-events.ts';
import type { Gesture } from './gestures.ts';
import type { KeptActs } from './kept-acts.ts';

/**
 * Runs in a page, in a world of our own: which elements a gesture is made at, where something listens for it. It is sent
 * into browsers as it stands, so it uses nothing from outside.
 *
 * @param most elements in one that listens that are looked at
 */
export function gestureElements(
  { roots }: KeptActs,
  { entered, swipedTo }: typeof gestureEvents,
  treesOf: typeof openTrees,
  most: number,
) {
  const interactive =
    'a, area, button, summary, label, li, tr, td, th, dt, dd, img, svg, select, textarea, input:not([type=hidden]), [role], [tabindex], [onclick], [aria-haspopup], [aria-controls], [aria-expanded]';
  const control = 'a, area, button, summary, label, select, textarea, input, [role], [tabindex]';
  const fields = 'input:not([type=hidden]), select, textarea, [contenteditable]';
  const focusable = `a[href], button, summary, [tabindex], ${fields}`;
  /** What the focus leaves, where something listens for that. */
  const leavable = (root: Node) =>
    isMeant(root) && hears(root, ['focusout']) ? `button, summary, [tabindex], ${fields}` : fields;
  let isCut = false;
  let trees: readonly Node[] | undefined;

  // By type, not by class: a node that was asked for from another document has that one's classes.
  const isElement = (node: Node): node is Element => Reflect.get(Node.prototype, 'nodeType', node) === 1;
  const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
  /** Whether a listener is told of all that is done to the page: few of its elements are meant. */
  const isFar = (root: Node) => root === document || /^(html|body)$/.test(isElement(root) ? nameOf(root) : '');
  const hears = (root: Node, names: readonly string[]) =>
    roots.get(root)?.types.some((type) => names.includes(type)) ?? false;
  const within = (root: Node, selector: string) => {
    const of = isElement(root) ? Element.prototype : root === document ? Document.prototype : undefined;
    return (of ?? DocumentFragment.prototype).querySelectorAll.call(root, selector);
  };
  /** What is shown in an element of a shadow tree, and stands in its host: what is done to it is heard there, too. */
  const slottedIn = (root: Node, selector: string): Element[] => {
    if (!isElement(root) || !(Node.prototype.getRootNode.call(root) instanceof ShadowRoot)) return [];
    const slots = [root, ...Array.from(within(root, 'slot'))].filter((one) => one instanceof HTMLSlotElement);
    const shown = slots.flatMap((slot) => HTMLSlotElement.prototype.assignedElements.call(slot, { flatten: true }));
    return shown.flatMap((one) => [...(one.matches(selector) ? [one] : []), ...Array.from(within(one, selector))]);
  };
  const inside = (root: Node, selector: string): Element[] => {
    const all = within(root, selector);
    isCut ||= all.length > most;
    if (!isFar(root)) return [...Array.from(all), ...slottedIn(root, selector)].slice(0, most);
    trees ??= treesOf(most);
    return [all, ...trees.map((tree) => within(tree, selector))].flatMap((found) => Array.from(found)).slice(0, most);
  };
  const isLeaf = (element: Element) => Reflect.get(Element.prototype, 'childElementCount', element) === 0;
  /** Whether it is a word that is set off in a text, as what was sought is in what was found: the text is what is pressed. */
  const isMarked = (element: Element) =>
    /^(?:b|strong|em|mark|u)$/.test(nameOf(element)) &&
    Array.from(element.parentNode?.childNodes ?? []).some((one) => one instanceof Text && one.data.trim() !== '');
  const isSwipedAcross = (root: Node) => isFar(root) && hears(root, swipedTo);
  /** Kinds of events that something listens for which is meant by them. */
  const mostMeant = 20;
  /** Whether something listens for what it wants, and not for all that there is, as a library's root does. */
  const isMeant = (root: Node) => (roots.get(root)?.types.length ?? 0) <= mostMeant;
  /** Parts of a page at which a wheel is turned of which the page hears. */
  const mostParts = 20;
  /** Which elements a gesture is made at, where `root` listens for it. */
  const candidates = (root: Node, gesture: Gesture): Element[] => {
    const own = isElement(root) ? [root] : [];
    if (gesture === 'enter') {
      // Keys that the whole page listens for are seldom typed into its fields.
      return own
        .filter((one) => one.matches(fields))
        .concat(isFar(root) && !hears(root, entered) ? [] : inside(root, fields));
    }
    if (gesture === 'focus' || gesture === 'blur')
      return own
        .filter((one) => isLeaf(one) || one.matches(focusable))
        .concat(inside(root, gesture === 'focus' ? focusable : leavable(root)));
    if (gesture === 'submit') return own.filter((one) => nameOf(one) === 'form').concat(inside(root, 'form'));
    if (gesture === 'key') {
      const body = root === document && document.body ? [document.body] : [];
      return own.concat(body, inside(root, focusable).slice(0, 20));
    }
    if (gesture === 'toggle')
      return own.concat(inside(root, 'details, dialog, form, audio, video, [popover], [hidden=until-found]'));
    if (gesture === 'swipe-left' || gesture === 'swipe-right') {
      if (isFar(root)) return hears(root, swipedTo) ? [document.body] : [];
      // Where it ends is often heard by the whole page, or from when it has begun; buttons only look pressed.
      const isFollowed = roots.get(root)?.follows || [...roots.keys()].some(isSwipedAcross);
      return own.filter((one) => hears(one, swipedTo) || (isFollowed && !one.matches(control)));
    }
    if (gesture === 'copy') return isMeant(root) ? (isFar(root) ? [document.body] : own) : [];
    const whole: Element[] = root === document && document.documentElement ? [document.documentElement] : [];
    if (gesture === 'away') return whole;
    if (gesture === 'wheel') {
      const isForParts = isFar(root) && isMeant(root) && hears(root, ['wheel', 'mousewheel']);
      const parts = isForParts ? inside(root, '*').filter(isLeaf).slice(0, mostParts) : [];
      return own.concat(whole, parts);
    }
    const isWhole = isElement(root) && (isLeaf(root) || root.matches('a, button, summary, label, select, input, img'));
    if (isWhole) return own;
    const inner = inside(root, '*')
      .filter((one) => isLeaf(one) || one.matches(interactive))
      .flatMap((one) => (isMarked(one) ? [one.parentElement ?? one, one] : [one]));
    return own.filter((one) => !/^(html|body)$/.test(nameOf(one))).concat(inner);
  };
  /** Whether any were left aside. */
  const hasMore = () => isCut;
  return {
    isElement,
    nameOf,
    isFar,
    hears,
    inside,
    isMarked,
    isMeant,
    candidates,
    hasMore,
    control,
    fields,
    focusable,
  };
}
