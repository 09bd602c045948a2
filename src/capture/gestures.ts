/** What a person does to an element, in the order in which it is tried. */
export const gestures = [
  'press',
  'hover',
  'focus',
  'enter',
  'key',
  'touch',
  'double',
  'menu',
  'hold',
  'submit',
  'toggle',
  'drag',
  'wheel',
  'leave',
  'release',
] as const;
export type Gesture = (typeof gestures)[number];

/** What is to be done to which element; the number is its place among the targets that the page keeps for us. */
export type Act = readonly [target: number, gesture: Gesture];

/** An element that listens: to which events, and where the scripts stand that it calls. */
export interface ListenerSpec {
  readonly types: readonly string[];
  readonly place: string;
}

/** An act that is worth a try. Acts of one group do the same to elements of the same kind. */
export interface PlannedAct {
  readonly act: Act;
  readonly group: string;
  /** Where the element leads that it is done to, as it says itself: a route of an application may be one of these. */
  readonly href?: string | undefined;
}

/**
 * Runs in a page, in a world of our own: what could be done to elements that listen, or to those in them where they
 * listen for others. An act is planned once. Elements whose words say that they end a session or delete something are
 * left alone.
 *
 * @returns what is planned, and the places of the elements that are the document's own
 */
export function planActs(specs: readonly ListenerSpec[], ...elements: readonly Node[]) {
  const byType: readonly (readonly [Gesture, readonly string[]])[] = [
    ['press', ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick']],
    ['hover', ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove']],
    ['leave', ['mouseout', 'mouseleave', 'pointerout', 'pointerleave']],
    ['focus', ['focus', 'focusin', 'blur', 'focusout']],
    ['enter', ['input', 'change', 'beforeinput', 'select', 'search']],
    ['key', ['keydown', 'keypress', 'keyup']],
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
    /log ?-?_?(out|off)|sign ?-?_?(out|off)|delete|remove|destroy|unsubscribe|выйти|выход|удалить|abmelden|ausloggen|löschen|déconn|supprimer|cerrar sesi|eliminar|borrar|esci\b|odhlásit|wyloguj|usuń|çıkış|sil\b|退出|注销|删除|ログアウト|削除/i;
  const most = 400;

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

  // By type, not by class: a node that was asked for from another document has that one's classes.
  const isElement = (node: Node): node is Element => Reflect.get(Node.prototype, 'nodeType', node) === 1;
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
  const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
  const inside = (root: Node, selector: string): Element[] => {
    const of = isElement(root) ? Element.prototype : root === document ? Document.prototype : undefined;
    const all = (of ?? DocumentFragment.prototype).querySelectorAll.call(root, selector);
    return Array.from(all).slice(0, most);
  };
  const isLeaf = (element: Element) => Reflect.get(Element.prototype, 'childElementCount', element) === 0;
  const says = ['id', 'class', 'name', 'value', 'title', 'aria-label', 'href', 'data-action', 'alt'];
  const calls = /(?:log|sign)_?(?:out|off)\w*\s*\(|(?:delete|destroy|unsubscribe)\w*\s*\(/i;
  const isDestructive = (element: Element) => {
    const text = isLeaf(element) || /^(a|button|li|label)$/.test(nameOf(element)) ? (element.textContent ?? '') : '';
    if (calls.test(attribute(element, 'onclick'))) return true;
    return destructive.test(`${says.map((name) => attribute(element, name)).join(' ')} ${text.slice(0, 80)}`);
  };
  const pattern = (element: Element): string => {
    const path: string[] = [];
    let node: Element | null = element;
    for (let depth = 0; node && depth < 5; depth++, node = node.parentElement) {
      path.push(
        `${nameOf(node)}.${attribute(node, 'class').replace(/\d+/g, '').trim().split(/\s+/).slice(0, 3).join('.')}`,
      );
    }
    return path.join('<');
  };
  /** Where a link leads that an element is, or is in; undefined for one that opens something. */
  const hrefOf = (element: Element) => {
    const link = element.closest('a[href], area[href]');
    if (!link || /^\s*(#|javascript:|$)/i.test(attribute(link, 'href'))) return undefined;
    const opens =
      '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button], [role=tab]';
    return link.matches(opens) ? undefined : String(Reflect.get(link, 'href'));
  };
  const plan = (element: Element, gesture: Gesture, place: string) => {
    const href = /^(press|touch|double|hold)$/.test(gesture) ? hrefOf(element) : undefined;
    // What listens for all links follows them; a link that listens itself may do something else.
    if (href !== undefined && !kept.roots.has(element)) return;
    if (silent.test(nameOf(element)) || isDestructive(element)) return;
    let target = kept.places.get(element);
    if (target === undefined) {
      target = kept.targets.push(element) - 1;
      kept.places.set(element, target);
    }
    const key = `${target} ${gesture}`;
    if (kept.known.has(key)) return;
    kept.known.add(key);
    planned.push({ act: [target, gesture], group: `${gesture} ${place} ${pattern(element)}`, href });
  };

  /** Which elements a gesture is made at, where `root` listens for it. */
  const candidates = (root: Node, gesture: Gesture): Element[] => {
    const own = isElement(root) ? [root] : [];
    if (gesture === 'enter') return own.filter((one) => one.matches(fields)).concat(inside(root, fields));
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
      for (const element of candidates(root, gesture)) plan(element, gesture, place);
    }
  }
  for (const element of inside(document, natural)) plan(element, 'press', 'natural');
  for (const form of inside(document, 'form[action^="javascript:" i]')) plan(form, 'submit', 'natural');
  return { own, planned };
}

/**
 * Runs in a page: does what was planned, one after the other, until something that could be a link has come into the
 * page; what comes of it is to be seen before the next. Events are made by script, so that nothing is sent or opened
 * that only a person's own click may; forms are not submitted, links with addresses of their own not followed.
 */
export function performActs(acts: readonly Act[]): { readonly done: number; readonly hasChanged: boolean } {
  const kept: { targets: Element[] } | undefined = Reflect.get(globalThis, Symbol.for('acts'));
  const observer = new MutationObserver(() => undefined);
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['href', 'src'] });
  const bringsLinks = (record: MutationRecord) =>
    record.type === 'attributes' || Array.from(record.addedNodes).some((node) => node instanceof Element);
  let acting: Element | undefined;
  const stay = (event: Event) => {
    const path = event.composedPath().filter((node): node is Element => node instanceof Element);
    const isOurs = path[0] === acting || event.type === 'submit';
    const place = path.find((node) => /^(a|area|form)$/.test(node.localName));
    const address = place?.getAttribute(place.localName === 'form' ? 'action' : 'href');
    const runs = /^\s*(#|javascript:)/i.test(address ?? '#');
    if (isOurs && (event.type === 'submit' ? !/^\s*javascript:/i.test(address ?? '') : !runs)) event.preventDefault();
  };
  document.addEventListener('submit', stay);
  document.addEventListener('click', stay);

  const isNamed = <Name extends keyof HTMLElementTagNameMap>(
    element: Element,
    name: Name,
  ): element is HTMLElementTagNameMap[Name] => element.localName === name;
  const send = (element: Element, event: Event) => EventTarget.prototype.dispatchEvent.call(element, event);
  const basic = { bubbles: true, cancelable: true, composed: true };
  const still = { ...basic, bubbles: false };
  const at = (element: Element) => {
    const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element);
    return { clientX: left + width / 2, clientY: top + height / 2 };
  };
  const mouse = (element: Element, types: string, more: MouseEventInit = {}) => {
    const place = at(element);
    for (const type of types.split(' ')) {
      const init = { ...(/enter|leave/.test(type) ? still : basic), ...place, ...more };
      send(
        element,
        type.startsWith('pointer')
          ? new PointerEvent(type, { ...init, pointerType: 'mouse', isPrimary: true })
          : new MouseEvent(type, init),
      );
    }
  };
  const touch = (element: Element, types: string) => {
    const point = new Touch({ identifier: 1, target: element, ...at(element) });
    for (const type of types.split(' ')) {
      const touches = type === 'touchend' ? [] : [point];
      send(element, new TouchEvent(type, { ...basic, touches, targetTouches: touches, changedTouches: [point] }));
    }
  };
  const value = (element: Element, text: string) => {
    const of = element.localName === 'textarea' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Reflect.set(of, 'value', text, element);
  };
  const sample: Readonly<Record<string, string>> = {
    email: 'a@example.org',
    url: 'https://example.org/',
    number: '1',
    range: '1',
    tel: '1',
    date: '2020-01-01',
    time: '12:00',
    month: '2020-01',
    week: '2020-W01',
    color: '#000001',
    'datetime-local': '2020-01-01T12:00',
  };
  const changed = (element: Element) => {
    send(element, new InputEvent('input', { ...basic, cancelable: false }));
    send(element, new Event('change', { bubbles: true }));
  };
  const enter = (element: Element) => {
    if (isNamed(element, 'select')) {
      const before = element.selectedIndex;
      for (let index = 0; index < Math.min(element.options.length, 30); index++) {
        if (index === before && element.options.length > 1) continue;
        element.selectedIndex = index;
        changed(element);
      }
    } else if (isNamed(element, 'input') && /^(checkbox|radio|button|submit|reset|image)$/.test(element.type)) {
      if (/^(checkbox|radio)$/.test(element.type)) mouse(element, 'click', { detail: 1 });
    } else {
      if (isNamed(element, 'input')) value(element, sample[element.type] ?? 'a');
      else if (isNamed(element, 'textarea')) value(element, 'a');
      send(element, new InputEvent('beforeinput', { ...basic, data: 'a', inputType: 'insertText' }));
      changed(element);
    }
  };
  const keys = (element: Element) => {
    for (const [key, code] of [
      ['Enter', 13],
      ['ArrowDown', 40],
      ['ArrowRight', 39],
      [' ', 32],
      ['a', 65],
      ['Escape', 27],
    ] as const) {
      const init = {
        ...basic,
        key,
        code: key === ' ' ? 'Space' : key === 'a' ? 'KeyA' : key,
        keyCode: code,
        which: code,
      };
      for (const type of ['keydown', 'keypress', 'keyup']) send(element, new KeyboardEvent(type, init));
    }
  };
  const drag = (element: Element) => {
    const dataTransfer = new DataTransfer();
    for (const type of ['dragstart', 'drag', 'dragenter', 'dragover', 'drop', 'dragend'])
      send(element, new DragEvent(type, { ...basic, dataTransfer }));
  };
  const focus = (element: Element) => {
    send(element, new FocusEvent('focusin', { ...basic, cancelable: false }));
    send(element, new FocusEvent('focus', { composed: true }));
    send(element, new FocusEvent('focusout', { ...basic, cancelable: false }));
    send(element, new FocusEvent('blur', { composed: true }));
  };
  const does: Readonly<Record<Gesture, (element: Element) => void>> = {
    press(element) {
      mouse(element, 'pointerdown mousedown', { button: 0, buttons: 1, detail: 1 });
      mouse(element, 'pointerup mouseup click', { button: 0, detail: 1 });
    },
    hover: (element) => mouse(element, 'pointerover pointerenter mouseover mouseenter pointermove mousemove'),
    leave: (element) => mouse(element, 'pointerout pointerleave mouseout mouseleave'),
    focus,
    enter,
    key: keys,
    touch: (element) => touch(element, 'touchstart touchmove touchend'),
    double(element) {
      mouse(element, 'mousedown mouseup click mousedown mouseup click dblclick', { detail: 2 });
    },
    menu(element) {
      mouse(element, 'mousedown contextmenu mouseup', { button: 2, buttons: 2 });
      mouse(element, 'mousedown mouseup auxclick', { button: 1, buttons: 4 });
    },
    hold(element) {
      mouse(element, 'pointerdown mousedown', { button: 0, buttons: 1 });
      touch(element, 'touchstart');
    },
    release(element) {
      mouse(element, 'pointerup mouseup', { button: 0 });
      touch(element, 'touchend');
    },
    submit(element) {
      const runs = isNamed(element, 'form') && /^\s*javascript:/i.test(element.getAttribute('action') ?? '');
      if (runs) element.requestSubmit();
      else send(element, new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    },
    toggle(element) {
      if (isNamed(element, 'details')) element.open = true;
      for (const type of ['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'animationend', 'transitionend'])
        send(element, new Event(type, { cancelable: true, bubbles: /end$/.test(type) }));
    },
    drag,
    wheel(element) {
      send(element, new WheelEvent('wheel', { ...basic, deltaY: 300 }));
      send(element, new Event('scroll', { bubbles: element === document.documentElement }));
      if (element === document.documentElement) window.dispatchEvent(new Event('resize'));
    },
  };

  let done = 0;
  let hasChanged = false;
  for (const [target, gesture] of acts) {
    done++;
    const element = kept?.targets[target];
    if (!element || !Reflect.get(Node.prototype, 'isConnected', element)) continue;
    acting = element;
    try {
      does[gesture](element);
    } catch {
      // What this element can't be done to, another may.
    }
    hasChanged = observer.takeRecords().some(bringsLinks);
    if (hasChanged || gesture === 'hold') break;
  }
  observer.disconnect();
  document.removeEventListener('submit', stay);
  document.removeEventListener('click', stay);
  return { done, hasChanged };
}
