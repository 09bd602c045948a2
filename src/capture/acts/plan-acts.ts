import { openTrees } from '../browser/open-trees.ts';
import { pageFunction } from '../browser/page-functions.ts';
import { type WalkRules, walkRules } from '../walk/walk-rules.ts';
import { boundedValues } from './bounded-values.ts';
import { chartMarks } from './chart-marks.ts';
import { elementLooks } from './element-looks.ts';
import { type ElementWords, elementWords } from './element-words.ts';
import type { Act, Gesture, ListenerSpec, Stroke, WordedAct } from './gestures.ts';
import { hiddenBlock } from './hidden-block.ts';
import { isDisabled } from './is-disabled.ts';
import { isSeen } from './is-seen.ts';
import { optionWords } from './option-words.ts';
import { pictureSpots, type Spot } from './picture-spots.ts';
import { sliderValues } from './slider-values.ts';
import { typedTexts } from './typed-texts.ts';

/** A function that runs in a page, see `planActs`. */
export const PLAN_IN_PAGE = pageFunction(
  `function (...given) { return (${planActs.toString()})(${elementWords.toString()}, ${isSeen.toString()}, ${isDisabled.toString()}, ${hiddenBlock.toString()}, ${elementLooks.toString()}, ${openTrees.toString()}, ${typedTexts.toString()}, ${boundedValues.toString()}, ${optionWords.toString()}, ${pictureSpots.toString()}, ${chartMarks.toString()}, ${sliderValues.toString()}, ${JSON.stringify(walkRules)}, ...given); }`,
);

/**
 * Runs in a page, in a world of our own: what could be done to elements that listen, or to those in them where they
 * listen for others. An act is planned once.
 *
 * @param wordsOf what an element says of itself
 * @param most elements in one that listens that are looked at
 * @param missing targets that were not there
 * @param fruitful groups of presses that have brought links: an element that looks like these now is pressed as one of them
 * @returns what is planned, with the words of the elements; the places of the elements that are the document's own, and
 * whether any were left aside; targets that were made anew, and missing ones that are there
 */
function planActs(
  wordsOf: typeof elementWords,
  isUsable: typeof isSeen,
  isOff: typeof isDisabled,
  hiddenWith: typeof hiddenBlock,
  looksOf: typeof elementLooks,
  treesOf: typeof openTrees,
  textsFor: typeof typedTexts,
  valuesOf: typeof boundedValues,
  wordsOfOptions: typeof optionWords,
  spotsOf: typeof pictureSpots,
  marksOf: typeof chartMarks,
  slidesTo: typeof sliderValues,
  rules: WalkRules,
  specs: readonly ListenerSpec[],
  most: number,
  missing: readonly number[],
  fruitful: readonly string[],
  ...elements: readonly Node[]
) {
  const PRESSED = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick'];
  const ENTER = ['input', 'change', 'beforeinput', 'select', 'search'];
  const TYPED = ['input', 'keydown', 'keypress', 'keyup', 'search'];
  const KEYS = ['keydown', 'keypress', 'keyup'];
  const SWIPED = ['touchstart', 'pointerdown', 'mousedown'];
  const SWIPED_TO = ['touchmove', 'touchend', 'pointermove', 'pointerup', 'mousemove', 'mouseup'];
  const byType: readonly (readonly [Gesture, readonly string[]])[] = [
    ['press', PRESSED],
    ['hover', ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove']],
    ['leave', ['mouseout', 'mouseleave', 'pointerout', 'pointerleave']],
    ['focus', ['focus', 'focusin']],
    ['blur', ['blur', 'focusout']],
    ['enter', [...ENTER, ...KEYS]],
    ['key', KEYS],
    ['touch', ['touchstart', 'touchend', 'touchmove']],
    ['swipe-left', SWIPED],
    ['swipe-right', SWIPED],
    ['double', ['dblclick']],
    ['menu', ['contextmenu', 'auxclick']],
    ['middle', ['auxclick']],
    ['hold', ['touchstart', 'pointerdown', 'mousedown']],
    ['submit', ['submit']],
    ['toggle', ['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'animationend', 'transitionend']],
    ['drag', ['dragstart', 'dragenter', 'dragover', 'drop', 'drag', 'dragend']],
    ['wheel', ['wheel', 'mousewheel', 'scroll', 'resize']],
  ];
  const pointed = /^(press|hover|leave|touch|swipe-left|swipe-right|double|menu|middle|hold|drag)$/;
  /** What opens something and, done once more, closes it. */
  const undoes = /^(press|touch|double|hold|key)$/;
  const natural =
    '[*|href^="javascript:" i], [formaction^="javascript:" i], summary, [popovertarget], [commandfor], button[command], form[method=dialog i] :is(button, input[type=submit i]), [formmethod=dialog i]';
  const interactive =
    'a, area, button, summary, label, li, tr, td, th, dt, dd, img, svg, select, textarea, input:not([type=hidden]), [role], [tabindex], [onclick], [aria-haspopup], [aria-controls], [aria-expanded]';
  const whole =
    'a, button, summary, label, [role=button], [role=tab], [role=option], [role^=menuitem], [role=checkbox], [role=combobox], [role=switch], [role=radio]';
  const fields = 'input:not([type=hidden]):not([type=file]), select, textarea, [contenteditable]';
  const blanks =
    'select, textarea, input:is(:not([type]), [type=text i], [type=search i], [type=email i], [type=url i], [type=tel i], [type=number i])';
  const suggesting = '[role=combobox i], [aria-autocomplete=list i], [aria-autocomplete=both i]';
  const choices = 'select, input[list], input:is([type=radio i], [type=checkbox i])';
  const buttons = 'button, input:is([type=button i], [type=submit i], [type=image i]), a, [role=button], [onclick]';
  const focusable = `a[href], button, summary, [tabindex], ${fields}`;
  /** Options of a list that are tried one by one. */
  const mostOptions = 100;
  /** Lists and boxes of a document that are tried together with a button. */
  const mostChoices = 50;
  /** Positions of a slider that are all tried, as those of a control are. */
  const mostPositions = 12;
  /** Kinds of events that something listens for which is meant by them. */
  const mostMeant = 20;
  /** Pictures of a document that are looked into. */
  const mostPictures = 5;
  /** Fields into which more than one text is typed. */
  const mostTyped = 10;
  const silent = new Set(`${rules.silent} ${rules.aside} ${rules.unseen} noscript`.split(' '));

  const symbol = Symbol.for('acts');
  interface Kept {
    readonly targets: Element[];
    readonly places: Map<Element, number>;
    /** Targets by what they looked like and where they stood: scripts make elements anew. */
    readonly looks: Map<string, number>;
    /** For each target and gesture, what hears it, and by which scripts: an element that listens itself is `own`. */
    readonly known: Map<string, Map<Node | string, string>>;
    /** For each target that is pressed, as one of which groups. */
    readonly groups: Map<string, Set<string>>;
    /** Targets and gestures that were tried while nobody could have done so. */
    readonly unseen: Set<string>;
    /** Targets that are hidden with the block that they stand in, and wait until it is shown. */
    readonly waiting: Set<Element>;
    /** What elements said of themselves when their acts were planned, and what listens for them. */
    readonly said: Map<Element, { readonly words: string; readonly listens: Node | undefined }>;
    /** What listens: who does so for others is asked again for what is new in it. */
    readonly roots: Map<Node, ListenerSpec>;
    /** Keys that handlers name, by what they are. */
    readonly strokes: Map<string, Stroke>;
    /** What may be pointed at in pictures. */
    readonly spots: Map<Element, readonly Spot[]>;
    /** How many of the usual keys were struck at elements. */
    readonly struck: Map<Element, number>;
    readonly texts: Map<HTMLInputElement | HTMLTextAreaElement, string>;
    /** Fields into which several texts are typed. */
    readonly typed: Set<Element>;
  }
  const fresh: Kept = {
    targets: [],
    places: new Map(),
    looks: new Map(),
    known: new Map(),
    groups: new Map(),
    unseen: new Set(),
    waiting: new Set(),
    said: new Map(),
    roots: new Map(),
    strokes: new Map(),
    spots: new Map(),
    struck: new Map(),
    texts: new Map(),
    typed: new Set(),
  };
  const kept: Kept = Reflect.get(globalThis, symbol) ?? fresh;
  Reflect.set(globalThis, symbol, kept);
  const planned: WordedAct[] = [];
  let hasMore = false;
  /** Targets whose elements were made anew. */
  const renewed: number[] = [];

  // By type, not by class: a node that was asked for from another document has that one's classes.
  const isElement = (node: Node): node is Element => Reflect.get(Node.prototype, 'nodeType', node) === 1;
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
  const isSelect = (element: Element): element is HTMLSelectElement => nameOf(element) === 'select';
  const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
  const within = (root: Node, selector: string) => {
    const of = isElement(root) ? Element.prototype : root === document ? Document.prototype : undefined;
    return (of ?? DocumentFragment.prototype).querySelectorAll.call(root, selector);
  };
  let trees: readonly Node[] | undefined;
  /** What is shown in an element of a shadow tree, and stands in its host: what is done to it is heard there, too. */
  const slottedIn = (root: Node, selector: string): Element[] => {
    if (!isElement(root) || !(Node.prototype.getRootNode.call(root) instanceof ShadowRoot)) return [];
    const slots = [root, ...Array.from(within(root, 'slot'))].filter((one) => one instanceof HTMLSlotElement);
    const shown = slots.flatMap((slot) => HTMLSlotElement.prototype.assignedElements.call(slot, { flatten: true }));
    return shown.flatMap((one) => [...(one.matches(selector) ? [one] : []), ...Array.from(within(one, selector))]);
  };
  const inside = (root: Node, selector: string): Element[] => {
    const all = within(root, selector);
    hasMore ||= all.length > most;
    if (!isFar(root)) return [...Array.from(all), ...slottedIn(root, selector)].slice(0, most);
    trees ??= treesOf(most);
    return [all, ...trees.map((tree) => within(tree, selector))].flatMap((found) => Array.from(found)).slice(0, most);
  };
  const isLeaf = (element: Element) => Reflect.get(Element.prototype, 'childElementCount', element) === 0;
  const words: ElementWords[] = [];
  const around: Parameters<typeof elementWords>[2] = new Map();
  /** The places of an element's words among them, by what listens for it. */
  const said = new Map<Element, Map<Node | undefined, number>>();
  const sayOf = (element: Element, listens: Node): number => {
    const near = isFar(listens) ? undefined : listens;
    const own = said.get(element) ?? new Map<Node | undefined, number>();
    said.set(element, own);
    const known = own.get(near);
    if (known !== undefined) return known;
    const now = wordsOf(element, near, around);
    kept.said.set(element, { words: JSON.stringify({ ...now, places: [] }), listens: near });
    const place = words.push(now) - 1;
    own.set(near, place);
    return place;
  };
  /** Places of what options say, and of lists without them. */
  const saidByOption = new Map<string, number>();
  const saidByList = new Map<number, number>();
  const { wordsOfOption, wordsWithout } = wordsOfOptions();
  /** What is said by one option of a list, and by the list without them. */
  const sayChosen = (list: HTMLSelectElement, index: number, listens: Node): readonly number[] => {
    const whole = sayOf(list, listens);
    const [of, option] = [words[whole], list.options[index]];
    if (!of || !option) return [whole];
    const { text, value } = option;
    const own = saidByOption.get(`${text}\n${value}`) ?? words.push(wordsOfOption(option)) - 1;
    saidByOption.set(`${text}\n${value}`, own);
    const bare = saidByList.get(whole) ?? words.push(wordsWithout(list, of)) - 1;
    saidByList.set(whole, bare);
    return [bare, own];
  };
  /** Whether a listener is told of all that is done to the page: few of its elements are meant. */
  const isFar = (root: Node) => root === document || /^(html|body)$/.test(isElement(root) ? nameOf(root) : '');
  const control = 'a, area, button, summary, label, select, textarea, input, [role], [tabindex]';
  const { patternOf, labelOf, lookOf, rowLookOf } = looksOf();
  const { isMark, marksUnder } = marksOf();
  const pattern = (element: Element, root: Node) => patternOf(element, isFar(root) && !element.matches(control));
  /** The place that an element has among the targets; it has it back from one like it that has come and gone. */
  const knownPlaceOf = (element: Element): number | undefined => {
    const known = kept.places.get(element);
    const holder = known === undefined ? undefined : kept.targets[known];
    if (known !== undefined && holder !== element && holder && !Reflect.get(Node.prototype, 'isConnected', holder)) {
      kept.targets[known] = element;
      renewed.push(known);
    }
    return known;
  };
  /** An element's place among the targets: that of one like it that is gone, if there was one. */
  const placeOf = (element: Element): number => {
    const known = knownPlaceOf(element);
    if (known !== undefined) return known;
    const looks = [lookOf(element), rowLookOf(element)].filter((look) => look !== undefined);
    const isGone = (like: number) => !Reflect.get(Node.prototype, 'isConnected', kept.targets[like] ?? document);
    const like = looks.flatMap((look) => kept.looks.get(look) ?? []).find(isGone);
    const gone = like === undefined ? undefined : kept.targets[like];
    const target = like ?? kept.targets.push(element) - 1;
    const before = gone && kept.said.get(gone);
    if (before) kept.said.set(element, { ...before, listens: before.listens === gone ? element : before.listens });
    if (gone) renewed.push(target);
    kept.targets[target] = element;
    kept.places.set(element, target);
    for (const look of looks) kept.looks.set(look, target);
    return target;
  };
  const isRouted = Reflect.has(globalThis, Symbol.for('routed'));
  /** Whether a link leads to a place in this page, and not to a route, which is a page of its own; see `hasRoute`. */
  const isPlace = (link: Element) => {
    const [page = '', place] = String(Reflect.get(link, 'href')).split('#');
    if (place === undefined || /^[/!]/.test(place) || page !== document.URL.replace(/#.*/s, '')) return false;
    return !isRouted || place === '' || Document.prototype.getElementById.call(document, place) !== null;
  };
  /** Where a link leads that an element is, or is in; undefined for one that opens something. */
  const hrefOf = (element: Element) => {
    const link = element.closest('a[href], area[href]');
    if (!link || /^\s*(javascript:|$)/i.test(attribute(link, 'href')) || isPlace(link)) return undefined;
    const opens =
      '[aria-haspopup], [aria-expanded], [aria-controls], [data-toggle], [data-bs-toggle], [role=button], [role=tab]';
    return link.matches(opens) || link.closest('[role=tab]') ? undefined : String(Reflect.get(link, 'href'));
  };
  /** Whether an element stands in a control, which hears what is done to it, or in a picture. */
  const isPart = (element: Element) => {
    const holder = element.parentElement?.closest(`:is(${whole}, svg)`) ?? null;
    // What stands around a field and its list is none of both.
    return holder !== null && !(holder.matches('[role=combobox]') && holder.querySelector('[role=listbox]') !== null);
  };
  /** Whether it is a word that is set off in a text, as what was sought is in what was found: the text is what is pressed. */
  const isMarked = (element: Element) =>
    /^(?:b|strong|em|mark|u)$/.test(nameOf(element)) &&
    Array.from(element.parentNode?.childNodes ?? []).some((one) => one instanceof Text && one.data.trim() !== '');
  /** Whether it is of the shadow tree of one that hears itself that it is pressed. */
  const isInner = (element: Element) => {
    const tree: Node = Node.prototype.getRootNode.call(element);
    return tree instanceof ShadowRoot && hears(tree.host, PRESSED);
  };
  /** Whether something listens for what it wants, and not for all that there is, as a library's root does. */
  const isMeant = (root: Node) => (kept.roots.get(root)?.types.length ?? 0) <= mostMeant;
  const isPointedAt = (element: Element) => getComputedStyle(element).cursor === 'pointer';
  /** Whether it is a control, or shows a hand where what it stands in does not. */
  const looksPressable = (element: Element) =>
    element.matches(whole) ||
    (isPointedAt(element) && element.parentElement !== null && !isPointedAt(element.parentElement));
  const listenerOf = (element: Element, place: string, root: Node): Node | string =>
    place === 'natural' ? place : root === element ? 'own' : root;
  /** Whether an act was planned before, and what hears it calls the same scripts as then. */
  const isKnown = (act: string, element: Element, place: string, root: Node): boolean => {
    const heard = kept.known.get(act);
    if (!heard || (kept.unseen.has(act) && isUsable(element))) return false;
    const listener = listenerOf(element, place, root);
    const before = heard.get(listener);
    if (before === undefined) heard.set(listener, place);
    return before === undefined || place.split(' ').every((one) => before.split(' ').includes(one));
  };
  /** What an element opens or closes. */
  const opened = (element: Element): string | undefined => {
    const control = element.closest('[popovertarget], [commandfor], [aria-controls], [data-target], [data-bs-target]');
    const names = ['popovertarget', 'commandfor', 'aria-controls', 'data-bs-target', 'data-target'];
    const of = control && names.map((name) => attribute(control, name)).find((value) => value !== '');
    return of?.replace(/^#/, '');
  };
  const know = (act: string, listener: Node | string, place: string) => {
    kept.unseen.delete(act);
    const heard = kept.known.get(act) ?? new Map<Node | string, string>();
    kept.known.set(act, heard.set(listener, `${heard.get(listener) ?? ''} ${place}`.trim()));
  };
  /** Whether what was planned looks by now like others that have brought links, as a day does on which something takes place. */
  const isAlikeNow = (act: string, element: Element, group: () => string): boolean => {
    const groups = fruitful.length > 0 ? kept.groups.get(act) : undefined;
    if (!groups) return false;
    const now = group();
    return fruitful.includes(now) && !groups.has(now) && isUsable(element);
  };
  const plan = (element: Element, gesture: Gesture, place: string, root: Node = element) => {
    const before = knownPlaceOf(element);
    const href = /^(press|touch|double|hold)$/.test(gesture) ? hrefOf(element) : undefined;
    const group = () => `${gesture}${href === undefined ? '' : ' that leads'} ${place} ${pattern(element, root)}`;
    const isAlike = before !== undefined && isAlikeNow(`${before} ${gesture}`, element, group);
    if (before !== undefined && !isAlike && isKnown(`${before} ${gesture}`, element, place, root)) return;
    // It is another matter once it can be used.
    if (isOff(element)) return;
    // What listens for all links follows them; a link that listens itself may do something else.
    if (href !== undefined && !kept.roots.has(element)) return;
    if (silent.has(nameOf(element))) return;
    // Nobody points at what lets the pointer through.
    if (root !== element && pointed.test(gesture) && getComputedStyle(element).pointerEvents === 'none') return;
    const target = placeOf(element);
    const act = `${target} ${gesture}`;
    if (!isAlike && isKnown(act, element, place, root)) return;
    // The page has begun to listen for it, too, as it does while something is open.
    const isAgain = !isAlike && isFar(root) && kept.known.has(act) && !kept.unseen.has(act);
    know(act, listenerOf(element, place, root), place);
    if (gesture === 'press') kept.groups.set(act, new Set([...(kept.groups.get(act) ?? []), group()]));
    planned.push({
      act: [target, gesture],
      group: group(),
      label: labelOf(element),
      place,
      ownPlaces: root === element ? undefined : kept.roots.get(element)?.places.join(' '),
      href,
      isAhead: (/^(hover|focus)$/.test(gesture) && hrefOf(element) !== undefined) || undefined,
      opens: undoes.test(gesture) && !(gesture === 'key' && element.matches(blanks)) ? opened(element) : undefined,
      isToggle: (gesture === 'press' && element.closest('[aria-haspopup], [aria-expanded]') !== null) || undefined,
      isAround:
        (gesture === 'press' && element.querySelector('input:not([type=hidden i]), textarea') !== null) || undefined,
      isRequired: (gesture === 'enter' && element.matches(':required')) || undefined,
      isLasting: (gesture === 'enter' && element.matches('input[type=radio i]')) || undefined,
      isControl:
        (!isAgain && /^(press|hover)$/.test(gesture) && root === element && !isInner(element)) ||
        (!isAgain && gesture === 'press' && looksPressable(element) && !isPart(element) && !isInner(element)) ||
        (!isAgain && gesture === 'press' && isMark(element)) ||
        (!isAgain && gesture === 'menu' && isMeant(root) && !isPart(element) && !isInner(element)) ||
        undefined,
      mayOpenLate:
        (!isAgain && gesture === 'hover' && root !== element && element.matches(whole) && !isPart(element)) ||
        undefined,
      comesLast:
        isAgain ||
        (pointed.test(gesture) &&
          (isInner(element) || (root !== element && ((isPart(element) && !isMark(element)) || isMarked(element))))) ||
        undefined,
      words: [sayOf(element, root)],
    });
  };

  /** Plans the options of a list one by one: what comes of one may take the place of what came of another. */
  const planOptions = (select: HTMLSelectElement, place: string, root: Node) => {
    for (const [index, option] of optionsOf(select)) planChoice(select, index, option, select, place, root);
  };
  const optionsOf = (select: HTMLSelectElement) =>
    Array.from(select.options, ({ value, disabled }, index) => [index, disabled ? '' : value] as const)
      .slice(0, mostOptions)
      .filter(([, value]) => value !== '');
  /** Plans what is typed, the last first, as plans are gone through from their end. */
  const planTexts = (field: Element, place: string, root: Node) => {
    const texts = textsFor(field);
    const isListed = field.hasAttribute('list');
    if (field.matches(':disabled') || (!isListed && !hears(root, TYPED))) return;
    if (!kept.typed.has(field) && kept.typed.size >= mostTyped) return;
    if (texts.length > 0) kept.typed.add(field);
    for (const [index, text] of [...texts.entries()].reverse()) planChoice(field, index, text, field, place, root);
  };
  const planChoice = (field: Element, index: number, value: string, told: Element, place: string, root: Node) => {
    const [target, at] = [placeOf(told), placeOf(field)];
    const act: Act = [target, 'choose', at, index];
    const said = `${place} ${value.replaceAll(' ', '_')}`;
    if (isKnown(act.join(' '), told, said, root)) return;
    know(act.join(' '), listenerOf(told, place, root), said);
    // Each list, and boxes of each name, have a group of their own: they bring different things.
    const own = isSelect(field) ? at : attribute(field, 'name');
    planned.push({
      act,
      group: `choose ${place} ${pattern(field, root)}<${target} ${own}`,
      label: `${index} ${value}`,
      place,
      isTyped: textsFor(field).length > 0 || undefined,
      suggests: (textsFor(field).length > 0 && field.matches(suggesting)) || undefined,
      isPair: (!field.hasAttribute('list') && value.length > 1 && textsFor(field).includes('a')) || undefined,
      // What is sent with a form is chosen as a button is pressed.
      isControl:
        (textsFor(field).length === 0 && field !== told && nameOf(told) === 'form') ||
        (field === told && field.matches('[type=range i]') && valuesOf(field).length <= mostPositions) ||
        undefined,
      words: [
        ...(field === told ? [] : [sayOf(told, told)]),
        ...(isSelect(field) ? sayChosen(field, index, field === told ? root : field) : [sayOf(field, field)]),
      ],
    });
  };
  /** Where the scripts stand that hear a gesture at an element; undefined if it was never planned. */
  const heardAt = (element: Element, gesture: Gesture): string | undefined => {
    const [first] = kept.known.get(`${kept.places.get(element)} ${gesture}`)?.values() ?? [];
    return first;
  };
  /** What may ask which option of a field was chosen: its form, or else the first button after it. */
  const toldOf = (field: Element): readonly [element: Element, place: string] | undefined => {
    const form = field.closest('form');
    const submitted = form ? heardAt(form, 'submit') : undefined;
    if (form && submitted !== undefined) return [form, submitted];
    const isAfter = (one: Element) => (field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    let scope: Element | null = form ?? field.parentElement;
    for (let depth = 0; scope && depth < 4; depth++, scope = form ? null : scope.parentElement) {
      for (const button of Array.from(scope.querySelectorAll(buttons)).slice(0, most)) {
        const pressed = isAfter(button) ? heardAt(button, 'press') : undefined;
        if (pressed !== undefined && !button.matches(':disabled') && hrefOf(button) === undefined)
          return [button, pressed];
      }
    }
    return undefined;
  };

  const submits = 'button:not([type=button i], [type=reset i]), input:is([type=submit i], [type=image i])';
  /** Buttons beside the first that a form is sent by, and things that are dropped at one place. */
  const mostOthers = 10;
  /** Plans a gesture with each of the other things that it can be made with. */
  const planWith = (element: Element, gesture: Gesture, others: readonly Element[], place: string, root: Node) => {
    for (const other of others.slice(0, mostOthers)) {
      const act: Act = [placeOf(element), gesture, placeOf(other)];
      if (isKnown(act.join(' '), element, place, root)) continue;
      know(act.join(' '), listenerOf(element, place, root), place);
      planned.push({
        act,
        group: `${gesture} ${place} ${pattern(element, root)}`,
        label: labelOf(other),
        place,
        words: [sayOf(element, root), sayOf(other, other)],
      });
    }
  };
  /** Plans the keys that a handler names, each by itself: one may show what another hides. */
  const planStrokes = (root: Node, place: string, strokes: readonly Stroke[]) => {
    const inner = isElement(root) && !root.matches(focusable) && !isFar(root) ? inside(root, focusable) : [];
    const own = isFar(root) || !isElement(root) ? document.body : root;
    const element = inner.find((one) => !one.matches(fields)) ?? own;
    for (const stroke of strokes) {
      const { code, shiftKey, ctrlKey, metaKey, altKey } = stroke;
      const name = `${code}${[shiftKey, ctrlKey, metaKey, altKey].map(Number).join('')}`;
      kept.strokes.set(name, stroke);
      const target = placeOf(element);
      const act: Act = [target, 'key', target, [...kept.strokes.keys()].indexOf(name)];
      if (isKnown(act.join(' '), element, place, root)) continue;
      know(act.join(' '), listenerOf(element, place, root), place);
      planned.push({
        act,
        group: `key ${name} ${place} ${pattern(element, root)}`,
        label: name,
        place,
        words: [sayOf(element, root)],
      });
    }
  };

  /** Plans a press on each thing that is drawn on a canvas, or under a sheet: what hears it tells them by where they stand. */
  const planSpots = (root: Node, place: string) => {
    const isSheet = root instanceof SVGGeometryElement && !isMark(root);
    const canvases = hasCanvases ? (root instanceof HTMLCanvasElement ? [root] : inside(root, 'canvas')) : [];
    for (const picture of isSheet ? [root] : canvases) {
      const filled = [...kept.spots.values()].filter(({ length }) => length > 0);
      if (filled.length >= mostPictures || kept.spots.has(picture) || !isUsable(picture)) continue;
      const spots = picture instanceof HTMLCanvasElement ? spotsOf(picture) : isSheet ? marksUnder(root) : [];
      kept.spots.set(picture, spots);
      const places = spots.map((_, at) => String(at));
      planEach(picture, 'spot', places, place, root);
    }
  };
  const planSliders = (root: Node, place: string) => {
    if (!hasSliders) return;
    const own = isElement(root) ? [root] : [];
    for (const slider of own.concat(inside(root, '[role=slider i]')).filter(isUsable))
      planEach(slider, 'slide', slidesTo(slider).map(String), place, root);
  };
  /** Plans a gesture with each of an element's options, by what these are called; the last first, as plans are gone through from their end. */
  const planEach = (element: Element, gesture: Gesture, options: readonly string[], place: string, root: Node) => {
    for (const [option, label] of [...options.entries()].reverse()) {
      const target = placeOf(element);
      const act: Act = [target, gesture, target, option];
      if (kept.known.has(act.join(' '))) continue;
      know(act.join(' '), listenerOf(element, place, root), place);
      planned.push({
        act,
        group: `${gesture} ${place} ${pattern(element, root)}<${target}`,
        label,
        place,
        isControl: true,
        words: [sayOf(element, root)],
      });
    }
  };

  const hears = (root: Node, names: readonly string[]) =>
    kept.roots.get(root)?.types.some((type) => names.includes(type)) ?? false;
  const isSwipedAcross = (root: Node) => isFar(root) && hears(root, SWIPED_TO);
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
    if (gesture === 'blur')
      return own.filter((one) => isLeaf(one) || one.matches(focusable)).concat(inside(root, fields));
    if (gesture === 'submit') return own.filter((one) => nameOf(one) === 'form').concat(inside(root, 'form'));
    if (gesture === 'key') {
      const body = root === document && document.body ? [document.body] : [];
      return own.concat(body, inside(root, focusable).slice(0, 20));
    }
    if (gesture === 'toggle') return own.concat(inside(root, 'details, dialog, form, [popover]'));
    if (gesture === 'swipe-left' || gesture === 'swipe-right') {
      if (isFar(root)) return hears(root, SWIPED_TO) ? [document.body] : [];
      // Where it ends is often heard by the whole page, or from when it has begun; buttons only look pressed.
      const isFollowed = kept.roots.get(root)?.follows || [...kept.roots.keys()].some(isSwipedAcross);
      return own.filter((one) => hears(one, SWIPED_TO) || (isFollowed && !one.matches(control)));
    }
    if (gesture === 'wheel') return own.concat(root === document ? [document.documentElement] : []);
    const isWhole = isElement(root) && (isLeaf(root) || root.matches('a, button, summary, label, select, input, img'));
    if (isWhole) return own;
    const inner = inside(root, '*')
      .filter((one) => isLeaf(one) || one.matches(interactive))
      .flatMap((one) => (isMarked(one) ? [one.parentElement ?? one, one] : [one]));
    return own.filter((one) => !/^(html|body)$/.test(nameOf(one))).concat(inner);
  };

  const hasCanvases = inside(document, 'canvas').length > 0;
  const hasSliders = inside(document, '[role=slider i]').length > 0;
  const own: number[] = [];
  elements.forEach((root, index) => {
    // The document's tree holds those of its frames, too.
    if (root !== document && Reflect.get(Node.prototype, 'ownerDocument', root) !== document) return;
    own.push(index);
    const spec = specs[index];
    if (spec) kept.roots.set(root, spec);
  });
  for (const [root, { types, places, strokes }] of kept.roots) {
    if (!Reflect.get(Node.prototype, 'isConnected', root)) continue;
    for (const [gesture, names] of byType) {
      // What opens for a while is often listened for by the whole page, once more for each.
      const place = [...new Set(places.filter((_, at) => names.includes(types[at] ?? '')))].join(' ');
      if (place === '') continue;
      if (gesture === 'key') planStrokes(root, place, strokes);
      if (gesture === 'press') planSpots(root, place);
      if (gesture === 'press' || gesture === 'key') planSliders(root, place);
      if (gesture === 'drag' && isElement(root) && hears(root, ['drop']))
        planWith(root, gesture, inside(document, '[draggable=true]').slice(1), place, root);
      for (const element of candidates(root, gesture)) {
        // What listens itself is planned for by what it hears.
        if (element !== root && hears(element, names)) continue;
        plan(element, gesture, place, root);
        if (gesture === 'submit') planWith(element, gesture, inside(element, submits).slice(1), place, root);
        if (gesture === 'enter') planTexts(element, place, root);
        if (gesture !== 'enter' || element.matches(':disabled') || !hears(root, ['input', 'change'])) continue;
        if (isSelect(element)) planOptions(element, place, root);
        else
          for (const [position, value] of valuesOf(element).entries())
            planChoice(element, position, value, element, place, root);
      }
    }
  }
  for (const element of inside(document, natural)) plan(element, 'press', 'natural');
  // Buttons may ask what stands in fields.
  if (planned.some(({ act: [, gesture] }) => gesture === 'press'))
    for (const field of inside(document, blanks)) plan(field, 'enter', 'natural');
  for (const field of inside(document, choices).slice(0, mostChoices)) {
    // What hears itself what is chosen in it needs no button.
    const told = kept.roots.has(field) || field.matches(':disabled') ? undefined : toldOf(field);
    if (!told) continue;
    const texts = [...textsFor(field).entries()];
    if (texts.length > 0) for (const [index, text] of texts) planChoice(field, index, text, ...told, told[0]);
    else if (!isSelect(field)) planChoice(field, 0, attribute(field, 'value'), ...told, told[0]);
    else for (const [index, option] of optionsOf(field)) planChoice(field, index, option, ...told, told[0]);
  }
  // Pressing it is what tells them.
  if (hears(document, ['hashchange', 'popstate']))
    for (const link of inside(document, 'a[href*="#"], area[href*="#"]'))
      if (isPlace(link)) plan(link, 'press', 'natural');
  for (const form of inside(document, 'form[action^="javascript:" i]')) plan(form, 'submit', 'natural');
  const isThere = (target: number) => {
    const element = kept.targets[target];
    return (
      element !== undefined && Reflect.get(Node.prototype, 'isConnected', element) && hiddenWith(element) === undefined
    );
  };
  return { own, planned, words, hasMore, renewed: [...new Set([...renewed, ...missing.filter(isThere)])] };
}
