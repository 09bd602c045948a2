import type { Gesture, ListenerSpec, PlannedAct } from './gestures.ts';

/**
 * Runs in a page, in a world of our own: what could be done to elements that listen, or to those in them where they
 * listen for others. An act is planned once. Elements whose words say that they end a session or delete something are
 * left alone.
 *
 * @param most elements in one that listens that are looked at
 * @returns what is planned, the places of the elements that are the document's own, and whether any were left aside
 */
export function planActs(specs: readonly ListenerSpec[], most: number, ...elements: readonly Node[]) {
  const ENTER = ['input', 'change', 'beforeinput', 'select', 'search'];
  const KEYS = ['keydown', 'keypress', 'keyup'];
  const byType: readonly (readonly [Gesture, readonly string[]])[] = [
    ['press', ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick']],
    ['hover', ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove']],
    ['leave', ['mouseout', 'mouseleave', 'pointerout', 'pointerleave']],
    ['focus', ['focus', 'focusin', 'blur', 'focusout']],
    ['enter', [...ENTER, ...KEYS]],
    ['key', KEYS],
    ['touch', ['touchstart', 'touchend', 'touchmove']],
    ['double', ['dblclick']],
    ['menu', ['contextmenu', 'auxclick']],
    ['hold', ['touchstart', 'pointerdown', 'mousedown']],
    ['submit', ['submit']],
    ['toggle', ['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'animationend', 'transitionend']],
    ['drag', ['dragstart', 'dragenter', 'dragover', 'drop', 'drag', 'dragend']],
    ['wheel', ['wheel', 'mousewheel', 'scroll', 'resize']],
  ];
  const natural =
    'a[href^="javascript:" i], area[href^="javascript:" i], summary, [popovertarget], [commandfor], button[command]';
  const interactive =
    'a, area, button, summary, label, li, tr, td, th, dt, dd, img, svg, select, textarea, input:not([type=hidden]), [role], [tabindex], [onclick], [aria-haspopup], [aria-controls], [aria-expanded]';
  const fields = 'input:not([type=hidden]):not([type=file]), select, textarea, [contenteditable]';
  const focusable = `a[href], button, summary, [tabindex], ${fields}`;
  const silent = /^(script|style|template|meta|link|head|title|br|hr|noscript|base|source|track|param|option)$/;
  const destructive =
    /\btrash|log ?-?_?(out|off)|sign ?-?_?(out|off)|delete|remove|destroy|unsubscribe|выйти|выход|удалить|abmelden|ausloggen|löschen|déconn|supprimer|cerrar sesi|eliminar|borrar|esci\b|odhlásit|wyloguj|usuń|çıkış|sil\b|退出|注销|删除|ログアウト|削除/i;

  const symbol = Symbol.for('acts');
  interface Kept {
    readonly targets: Element[];
    readonly places: Map<Element, number>;
    readonly known: Set<string>;
    /** What listens: who does so for others is asked again for what is new in it. */
    readonly roots: Map<Node, ListenerSpec>;
  }
  const fresh: Kept = { targets: [], places: new Map(), known: new Set(), roots: new Map() };
  const kept: Kept = Reflect.get(globalThis, symbol) ?? fresh;
  Reflect.set(globalThis, symbol, kept);
  const planned: PlannedAct[] = [];
  let hasMore = false;

  // By type, not by class: a node that was asked for from another document has that one's classes.
  const isElement = (node: Node): node is Element => Reflect.get(Node.prototype, 'nodeType', node) === 1;
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
  const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
  const inside = (root: Node, selector: string): Element[] => {
    const of = isElement(root) ? Element.prototype : root === document ? Document.prototype : undefined;
    const all = (of ?? DocumentFragment.prototype).querySelectorAll.call(root, selector);
    hasMore ||= all.length > most;
    return Array.from(all).slice(0, most);
  };
  const isLeaf = (element: Element) => Reflect.get(Element.prototype, 'childElementCount', element) === 0;
  const says = ['id', 'class', 'name', 'value', 'title', 'aria-label', 'href', 'data-action', 'alt'];
  const calls = /(?:log|sign)_?(?:out|off)\w*\s*\(|(?:delete|destroy|unsubscribe)\w*\s*\(/i;
  const isDestructive = (element: Element) => {
    if (calls.test(attribute(element, 'onclick'))) return true;
    const isWhole = isLeaf(element) || element.matches('a, button, li, label, summary, [role=button], [role=menuitem]');
    const text = isWhole ? (element.textContent ?? '').slice(0, 80) : '';
    // Icons have their words in attributes.
    const parts = isWhole ? Array.from(Element.prototype.querySelectorAll.call(element, '*')).slice(0, 10) : [];
    const labels = attribute(element, 'aria-labelledby').split(/\s+/);
    const label = labels.map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? ''))).join(' ');
    const words = [element, ...parts].flatMap((one) => says.map((name) => attribute(one, name)));
    return destructive.test(`${words.join(' ')} ${label.slice(0, 80)} ${text}`);
  };
  /** Whether it is all that an element holds that deletes. */
  const isDestructiveIcon = ({ parentElement: above }: Element) =>
    above !== null && Reflect.get(Element.prototype, 'childElementCount', above) === 1 && isDestructive(above);
  /** Whether a listener is told of all that is done to the page: few of its elements are meant. */
  const isFar = (root: Node) => root === document || /^(html|body)$/.test(isElement(root) ? nameOf(root) : '');
  const control = 'a, area, button, summary, label, select, textarea, input, [role], [tabindex]';
  /** What an element is, with its attributes, and what it stands in: two steps up, or more where it makes a difference. */
  const pattern = (element: Element, root: Node): string => {
    const names: string[] = Element.prototype.getAttributeNames.call(element);
    const path: string[] = [];
    let node: Element | null = element;
    const deepest = isFar(root) && !element.matches(control) ? 2 : 5;
    for (let depth = 0; node && depth < deepest; depth++, node = node.parentElement) {
      path.push(
        `${nameOf(node)}.${attribute(node, 'class').replace(/\d+/g, '').trim().split(/\s+/).slice(0, 3).join('.')}`,
      );
    }
    return `${names.filter((name) => /^(data|aria)-/.test(name)).join()}.${path.join('<')}`;
  };
  /** Where a link leads that an element is, or is in; undefined for one that opens something. */
  const hrefOf = (element: Element) => {
    const link = element.closest('a[href], area[href]');
    if (!link || /^\s*(#|javascript:|$)/i.test(attribute(link, 'href'))) return undefined;
    const opens =
      '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button], [role=tab]';
    return link.matches(opens) ? undefined : String(Reflect.get(link, 'href'));
  };
  const plan = (element: Element, gesture: Gesture, place: string, root: Node = element) => {
    const before = kept.places.get(element);
    if (before !== undefined && kept.known.has(`${before} ${gesture}`)) return;
    const href = /^(press|touch|double|hold)$/.test(gesture) ? hrefOf(element) : undefined;
    // It is another matter once it can be used.
    if (element.matches(':disabled')) return;
    // What listens for all links follows them; a link that listens itself may do something else.
    if (href !== undefined && !kept.roots.has(element)) return;
    if (silent.test(nameOf(element)) || isDestructive(element) || isDestructiveIcon(element)) return;
    const target = before ?? kept.targets.push(element) - 1;
    kept.places.set(element, target);
    kept.known.add(`${target} ${gesture}`);
    planned.push({ act: [target, gesture], group: `${gesture} ${place} ${pattern(element, root)}`, href });
  };

  const hears = (root: Node, names: readonly string[]) =>
    kept.roots.get(root)?.types.some((type) => names.includes(type)) ?? false;
  /** Which elements a gesture is made at, where `root` listens for it. */
  const candidates = (root: Node, gesture: Gesture): Element[] => {
    const own = isElement(root) ? [root] : [];
    if (gesture === 'enter') {
      // Keys that the whole page listens for are seldom typed into its fields.
      return own
        .filter((one) => one.matches(fields))
        .concat(isFar(root) && !hears(root, ENTER) ? [] : inside(root, fields));
    }
    if (gesture === 'focus')
      return own.filter((one) => isLeaf(one) || one.matches(focusable)).concat(inside(root, focusable));
    if (gesture === 'submit') return own.filter((one) => nameOf(one) === 'form').concat(inside(root, 'form'));
    if (gesture === 'key') {
      const body = root === document && document.body ? [document.body] : [];
      return own.concat(body, inside(root, focusable).slice(0, 20));
    }
    if (gesture === 'toggle') return own.concat(inside(root, 'details, dialog, form, [popover]'));
    if (gesture === 'wheel') return own.concat(root === document ? [document.documentElement] : []);
    const isWhole = isElement(root) && (isLeaf(root) || root.matches('a, button, summary, label, select, input, img'));
    if (isWhole) return own;
    const within = inside(root, '*').filter((one) => isLeaf(one) || one.matches(interactive));
    return own.filter((one) => !/^(html|body)$/.test(nameOf(one))).concat(within);
  };

  const own: number[] = [];
  elements.forEach((root, index) => {
    // The document's tree holds those of its frames, too.
    if (root !== document && Reflect.get(Node.prototype, 'ownerDocument', root) !== document) return;
    own.push(index);
    const spec = specs[index];
    if (spec) kept.roots.set(root, spec);
  });
  for (const [root, { types, place }] of kept.roots) {
    if (!Reflect.get(Node.prototype, 'isConnected', root)) continue;
    for (const [gesture, names] of byType) {
      if (!types.some((type) => names.includes(type))) continue;
      for (const element of candidates(root, gesture)) plan(element, gesture, place, root);
    }
  }
  for (const element of inside(document, natural)) plan(element, 'press', 'natural');
  for (const form of inside(document, 'form[action^="javascript:" i]')) plan(form, 'submit', 'natural');
  return { own, planned, hasMore };
}
