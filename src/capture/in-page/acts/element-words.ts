import { silentElements } from '../../../domain/page.ts';
import type { ElementWords } from '../../../safety/element.ts';
import {
  allIn,
  attribute,
  attributeNames,
  byId,
  closest,
  contains,
  hasNoElements,
  matches,
  nameOf,
  parentOf,
  queryAll,
  rootOf,
  textOf as wholeTextOf,
} from '../dom.ts';

/** Words of a dialog or form around elements, cached since it may be large. */
export interface Around {
  readonly asked: readonly string[];
  readonly answers: readonly string[];
  readonly searches: boolean;
}

const CONTROL =
  'a, area, button, summary, label, select, textarea, input, [role=button], [role=menuitem], [role=link], [role=tab], [role=switch], [role=checkbox], [role=option], [onclick], [tabindex]';
const SPOKEN =
  /^(?:title|alt|aria-label|aria-description|label|data-(?:\w+-)*(?:title|label|tooltip|tip|text|confirm|message|content|caption|hint|original-title))$|confirm/;
const NAMED =
  /^(?:id|class|name|value|role|icon|command|type|slot|part|xlink:title|data-(?:\w+-)*(?:action|act|op|cmd|command|event|icon|role|testid|test|qa|cy|method|feather|lucide|name|type|do|trigger|target|purpose|function|fn|handler|dismiss))$/;
const ADDRESS_ATTRIBUTES =
  /^(?:href|xlink:href|formaction|action|src|(?:data-)?hx-\w+|data-(?:\w+-)*(?:url|href|link|src|uri|path|endpoint|route|remote))$/;
const ACTION_ATTRIBUTES = /^(?:command|data-(?:\w+-)*(?:action|act|op|cmd|command|do|method|function|fn|handler))$/;
const CODED =
  /^(?:on\w+|@[\w.:-]+|v-on:[\w.:-]+|x-on:[\w.:-]+|(?:data-)?ng-\w+|wire:[\w.:-]+|_|data-(?:\w+-)*(?:onclick|click|call))$/;
const UNREAD = silentElements.join();
const has = (one: Element, selector: string) => Element.prototype.querySelector.call(one, selector) !== null;

/**
 * Collects the words of an element, of the control around, and of the listener, unless that has several controls.
 *
 * @param around cached words of dialogs and forms around elements
 */
export function elementWords(element: Element, listens: Node | undefined, around: Map<Element, Around>): ElementWords {
  const texts: string[] = [];
  const names: string[] = [];
  const descriptions: string[] = [];
  const looseNames: string[] = [];
  const addresses: string[] = [];
  const codes: string[] = [];
  const textOf = (one: Node): string => wholeTextOf(one).slice(0, 200);
  /** Most words of each kind, and most options of a list: as many as are tried. */
  const most = 40;
  const mostOptions = 300;
  const say = (list: string[], value: string, atMost = most) => {
    const folded = value.replace(/\s+/g, ' ').trim().slice(0, 200);
    if (folded !== '' && list.length < atMost && !list.includes(folded)) list.push(folded);
  };

  const signs =
    'i, svg, button, [role=button], .fa, [class*=icon i], [class*=ico- i], [class*=btn i], [class*=button i], [class*=close i]';
  const isSign = (one: Element) => {
    const parent = parentOf(one);
    return matches(one, signs) || (parent !== null && matches(parent, signs));
  };
  /** True while surroundings are read: their classes, such as `clear`, describe the layout. */
  let isAround = false;
  /** Tells whether a name says little: layout classes, names of fields (`x`, `times`), single letters. */
  const isLoose = (one: Element, name: string, value: string) =>
    (isAround && name === 'class' && /^[a-z]+$/.test(value)) ||
    (name === 'name' && /^(?:input|select|textarea|form|fieldset|output)$/.test(nameOf(one))) ||
    (value.length === 1 && /^(?:id|class|value)$/.test(name) && !isSign(one));

  const readAttributes = (one: Element) => {
    const of = nameOf(one);
    for (const name of attributeNames(one)) {
      const value = attribute(one, name);
      // A single letter is a coordinate rather than a cross: libraries store positions in attributes.
      if (/^(?:data-..|hx-)/.test(name)) say(names, name.replace(/^data-/, ''));
      if (ACTION_ATTRIBUTES.test(name)) for (const part of value.split(/\s+/).slice(0, 20)) say(codes, part);
      if (CODED.test(name) || /^\s*javascript:/i.test(value)) say(codes, value.slice(0, 1000));
      else if (SPOKEN.test(name)) say(texts, value);
      else if (ADDRESS_ATTRIBUTES.test(name)) say(addresses, value);
      else if (name === 'value' && /^(?:input|button|option)$/.test(of)) {
        const isShown = of !== 'input' || /^(?:submit|button|reset|image)$/i.test(attribute(one, 'type'));
        if (isShown) say(texts, value);
        if (isShown || /^(?:checkbox|radio)$/i.test(attribute(one, 'type'))) say(names, value);
      } else if (NAMED.test(name))
        for (const part of value.split(/\s+/).slice(0, 20)) say(isLoose(one, name, part) ? looseNames : names, part);
    }
    const namedBy = (list: string[], name: string) => {
      for (const id of attribute(one, name).split(/\s+/)) {
        const label = id === '' ? null : byId(id);
        if (label) say(list, textOf(label));
      }
    };
    namedBy(texts, 'aria-labelledby');
    namedBy(texts, 'aria-describedby');
    namedBy(descriptions, 'aria-describedby');
    // Custom elements: <sl-icon name=trash>, <trash-icon>.
    if (of.includes('-')) say(names, of);
  };

  const isOnly = (one: Element) =>
    Reflect.get(Element.prototype, 'firstElementChild', one) ===
    Reflect.get(Element.prototype, 'lastElementChild', one);
  /** Tells whether an inner control has a separate function, such as a delete button in a row that opens. */
  const holdsDeed = (one: Element, [inner]: readonly Element[]) =>
    inner !== undefined && matches(inner, '[onclick]') && textOf(inner).trim() !== textOf(one).trim();
  const isSmall = (one: Element) => {
    if (allIn(one)[30] !== undefined) return false;
    const controls = queryAll(one, CONTROL);
    return controls.length <= 1 && !holdsDeed(one, controls);
  };
  /** Reads slotted content, if it is no more than a label. */
  const readSlot = (slot: Element) => {
    if (!(slot instanceof HTMLSlotElement)) return;
    const drawn = HTMLSlotElement.prototype.assignedNodes.call(slot, { flatten: true }).slice(0, 6);
    const elements = drawn.filter((node) => node instanceof Element);
    if (elements.length > 4 || elements.some((one) => one === element || !isSmall(one))) return;
    if (elements.filter((one) => matches(one, CONTROL)).length > 1) return;
    for (const node of drawn) {
      if (node instanceof Element) readWhole(node);
      else say(texts, textOf(node));
    }
  };

  /** Reads a whole control: its text and the words of its parts. */
  const readWhole = (one: Element) => {
    readAttributes(one);
    readSlot(one);
    const of = nameOf(one);
    if (of === 'select')
      for (const option of queryAll(one, 'option').slice(0, mostOptions)) {
        say(texts, textOf(option), mostOptions);
        // Values of a long list are codes of countries and the like.
        say(names, attribute(option, 'value'));
      }
    else if (!/^(?:input|textarea|script|style)$/.test(of)) {
      say(texts, textOf(one));
      for (const part of queryAll(one, '*').slice(0, 12)) {
        readAttributes(part);
        readSlot(part);
        // The name of an icon in a font, such as `delete`, may be among other words.
        if (hasNoElements(part)) say(texts, textOf(part));
      }
    }
    const labels: unknown = 'labels' in one ? Reflect.get(one, 'labels') : undefined;
    if (labels instanceof NodeList)
      for (const label of Array.from(labels)) if (label instanceof Element) say(texts, textOf(label));
    if (of === 'form') {
      const submits = 'button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]';
      for (const button of queryAll(one, submits).slice(0, 5)) readWhole(button);
      const method = queryAll(one, 'input[type=hidden]').slice(0, 20);
      for (const field of method)
        if (/^_?(?:method|action|act|do|op|cmd|task)$/i.test(attribute(field, 'name')))
          say(names, attribute(field, 'value'));
    }
    // Icons drawn by style sheets have no other words.
    if (!texts.some((text) => /[\p{L}\p{S}\p{N}\p{P}]/u.test(text)) && queryAll(one, '*').length < 5) {
      for (const part of [one, ...queryAll(one, '*')]) {
        for (const where of ['::before', '::after', null]) {
          const style = getComputedStyle(part, where);
          const drawn = style.content.replace(/^["']|["']$/g, '');
          if (where !== null && !/^(?:none|normal)?$/.test(drawn)) say(texts, drawn);
          for (const picture of [style.backgroundImage, style.maskImage])
            for (const [, address = ''] of picture.matchAll(/url\(["']?([^"')]+)/g)) say(addresses, address);
        }
      }
    }
  };

  const whole = (one: Element) => {
    if (/^(?:form|select)$/.test(nameOf(one)) || isSmall(one)) readWhole(one);
    else readAttributes(one);
  };
  const saysNothing = (text: string) => !/[\p{L}\p{N}]/u.test(text);
  /** Returns the host of the shadow tree that contains an element. */
  const hostOf = (one: Element): Element | undefined => {
    const root = rootOf(one);
    const host: unknown = 'host' in root ? Reflect.get(root, 'host') : undefined;
    return host instanceof Element ? host : undefined;
  };
  const isSmallHost = (host: Element) => {
    const root = rootOf(element);
    const every = (selector: string) => DocumentFragment.prototype.querySelectorAll.call(root, selector);
    return isSmall(host) && every('*')[30] === undefined && every(CONTROL).length <= 1;
  };
  /** Reads the label beside an icon: the text after it, or else before it. */
  const readBeside = (one: Element) => {
    const step = (way: 'nextSibling' | 'previousSibling') => {
      let node: Node | null = Reflect.get(Node.prototype, way, one);
      while (node && saysNothing(wholeTextOf(node))) node = Reflect.get(Node.prototype, way, node);
      return node;
    };
    const beside = step('nextSibling') ?? step('previousSibling');
    if (!beside) return;
    say(texts, textOf(beside));
    const first =
      beside instanceof Element && queryAll(beside, ':not(:has(*))').find((part) => !saysNothing(textOf(part)));
    if (first) say(texts, textOf(first));
  };
  /**
   * Reads the surroundings of an element if an ancestor listens for it: upwards while these have no other text or
   * control, and the label of an icon.
   */
  const readAround = () => {
    const picture = closest(element, 'svg');
    const isPicture = picture !== null && isSmall(picture) && queryAll(picture, 'text').length === 0;
    if (isPicture && picture !== element) readWhole(picture);
    let inner = isPicture ? picture : element;
    let label = isPicture ? '' : textOf(inner).trim();
    for (let depth = 0; depth < 8; depth++) {
      const outer: Element | null | undefined = parentOf(inner) ?? hostOf(inner);
      if (!outer || outer === listens || /^(?:html|body|form)$/.test(nameOf(outer))) return;
      if (allIn(outer)[30] !== undefined) return;
      const holdsOther = queryAll(outer, CONTROL).some((other) => !contains(other, inner) && !contains(inner, other));
      if (holdsOther) return;
      const whole = textOf(outer).trim();
      if (whole !== label) {
        // Others listen for a part of the text: only an icon has that label.
        if (!saysNothing(label)) return readCommand(outer);
        if (!texts.some((text) => !saysNothing(text))) readBeside(inner);
        const said = Array.from(outer.children).filter((part) => !saysNothing(textOf(part)));
        if (said.length > 1) return readCommand(outer);
        label = whole;
      }
      readAttributes(outer);
      inner = outer;
    }
  };
  const commands = '[data-action], [data-act], [data-cmd], [data-command], [data-op]';
  /** Reads the nearest element with a command, which a common listener looks for. */
  const readCommand = (one: Element) => {
    if (matches(one, commands) && !matches(element, commands) && queryAll(one, commands).length === 0)
      readAttributes(one);
  };

  if (matches(element, `${CONTROL}, form, li, td, span, i, svg, img, b, em, strong`) || hasNoElements(element))
    whole(element);
  else readAttributes(element);
  const above = parentOf(element);
  const held = above && closest(above, CONTROL);
  if (held && isSmall(held)) whole(held);
  if (above && isOnly(above) && isSmall(above) && textOf(above).trim() === textOf(element).trim()) whole(above);
  if (listens instanceof Element && listens !== element && nameOf(listens) !== 'form' && isSmall(listens))
    whole(listens);

  const host = hostOf(element);
  if (host && isSmallHost(host)) whole(host);
  isAround = true;
  if (listens !== element) readAround();

  const places: string[] = [];
  let node: Element | null = element;
  for (let depth = 0; node && depth < 10; depth++) {
    const shown: Element = node;
    const about = ['role', 'id', 'class', 'data-dismiss', 'data-bs-dismiss', 'aria-modal']
      .map((name) => attribute(shown, name))
      .join(' ');
    places.push(`${nameOf(shown)} ${about}`.slice(0, 300).toLowerCase());
    node = parentOf(shown);
  }
  const searching =
    '[type=search], [name=q], [name=s], [name=query], [name=search], [name=keyword], [name=keywords], [name=filter]';
  /** Most buttons of a dialog that asks a question. */
  const mostAnswers = 5;
  const read = (one: Element) => {
    const asked: string[] = [];
    const whole = textOf(one);
    if (whole.length < 200) say(asked, whole);
    const titles = 'h1, h2, h3, h4, h5, h6, [class*=title i], [id*=title i]';
    const parts = whole.length < 200 ? titles : `${titles}, p, [class*=body i], [class*=message i]`;
    for (const part of queryAll(one, parts).slice(0, 6)) say(asked, textOf(part));
    const answers: string[] = [];
    const buttons = queryAll(one, 'button, [role=button], input[type=button i], input[type=submit i], a');
    if (buttons.length <= mostAnswers)
      for (const button of buttons) say(answers, textOf(button).trim() || attribute(button, 'value'));
    const isSearch = attribute(one, 'role') === 'search' || has(one, searching);
    return { asked, answers, searches: isSearch };
  };
  const readOnce = (one: Element | null) => {
    if (one === null || /^(?:html|body)$/.test(nameOf(one))) return undefined;
    const known = around.get(one) ?? read(one);
    around.set(one, known);
    return known;
  };
  const dialogs = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
  const likeDialogs =
    '[class*=modal i], [class*=dialog i], [class*=confirm i], [class*=popup i], [class*=pop-up i], [class*=popover i], [class*=overlay i], [class*=lightbox i]';
  const asked: string[] = [];
  const answers: string[] = [];
  // Parts of dialogs have similar classes: buttons are in `modal-footer`, the question in `modal-header`.
  let dialog: Element | null = closest(element, `${dialogs}, ${likeDialogs}`);
  for (let depth = 0; dialog && depth < 6; depth++) {
    const isWhole = matches(dialog, dialogs);
    // The whole page may be in an element with such a class.
    if (isWhole || allIn(dialog)[200] === undefined) {
      const read = readOnce(dialog);
      for (const text of read?.asked ?? []) say(asked, text);
      for (const text of read?.answers ?? []) say(answers, text);
    }
    const outer: Element | null = parentOf(dialog);
    dialog = isWhole || !outer ? null : closest(outer, `${dialogs}, ${likeDialogs}`);
  }
  const searches = readOnce(closest(element, 'form, [role=search]'))?.searches ?? false;
  const isInForm = closest(element, 'form') !== null;

  const questions: string[] = [];
  /** Most letters of an answer such as `Yes`, and of the block with the question. */
  const longestAnswer = 30;
  const longestBlock = 400;
  const asksNothing = (text: string) => !/[?？؟;՞]/.test(text);
  const holdsControl = (one: Element) => matches(one, CONTROL) || has(one, CONTROL);
  const holdsUnread = (one: Element) => has(one, UNREAD);
  const readQuestions = () => {
    const own = textOf(element).trim() || attribute(element, 'value');
    if (own.length > longestAnswer || saysNothing(own) || !asksNothing(own)) return;
    let inner = element;
    for (let depth = 0; depth < 4; depth++) {
      const block: Element | null = parentOf(inner);
      if (!block || allIn(block)[30] !== undefined) return;
      const parts: string[] = [];
      const others: string[] = [];
      const loose: string[] = [];
      let length = 0;
      for (const node of Array.from(block.childNodes)) {
        if (node === inner || (node instanceof Element && (matches(node, UNREAD) || holdsUnread(node)))) continue;
        const said = wholeTextOf(node).trim();
        if (node instanceof Element && said !== '' && said.length <= longestAnswer) others.push(said);
        if (node instanceof Element && holdsControl(node)) continue;
        length += said.length;
        if (length > longestBlock) return;
        if (!(node instanceof Element) || matches(node, 'b, i, em, strong, q, code, span')) loose.push(said);
        else parts.push(said);
      }
      parts.push(loose.join(' '));
      if (!parts.every(asksNothing) || (others.length > 0 && others.length < mostAnswers)) {
        for (const part of parts) say(questions, part);
        for (const other of others) say(answers, other);
      }
      inner = block;
    }
  };
  if (asked.length === 0) readQuestions();
  return {
    texts,
    names,
    descriptions,
    looseNames,
    addresses,
    codes,
    places,
    asked,
    questions,
    answers,
    searches,
    isInForm,
  };
}
