import { hrefOf } from '../acts/addresses.ts';
import { basic, mouse, send } from '../acts/events.ts';
import { changed, chooseOption, isNamed, setField, setValue } from '../acts/field-acts.ts';
import { valuesOf } from '../acts/field-values.ts';
import { heardAt, kept, placeOf } from '../acts/kept-acts.ts';
import { hears, inside, most } from '../acts/listening.ts';
import { typedTexts } from '../acts/typed-texts.ts';
import { add, chosenWords, nameOfOption, pattern, sayChosen, sayOf } from '../acts/worded-acts.ts';
import { attribute, nameOf } from '../dom.ts';
import { ENTERED, fieldsOf } from './enter.ts';
import { focus } from './focus.ts';
import type { GesturePlugin } from './gesture.ts';
import { press } from './press.ts';
import { submit } from './submit.ts';

const TYPING = ['input', 'keydown', 'keypress', 'keyup', 'search'];
const SUGGESTING = '[role=combobox i], [aria-autocomplete=list i], [aria-autocomplete=both i]';
const WORDED = 'input:is(:not([type]), [type=text i], [type=search i])';
const CHOICES = `select, input:is([type=radio i], [type=checkbox i], [type=range i], [min][max]), ${WORDED}`;
/** Words of fields or buttons that search. */
const LOOKING =
  /search|find|filter|query|keyword|look ?up|\bsuche|recherch|cherch|busc|cerca|zoek|sök|søg|szuk|hled|поиск|найти|искать/i;
const LONGEST = 100;
const LEAST_LENGTH = 5;
/** Texts that are searched for by a button each. */
const MOST_LOOKED_FOR = 8;
const BUTTONS = 'button, input:is([type=button i], [type=submit i], [type=image i]), a, [role=button], [onclick]';
/** Options of a list that are tried one by one. */
const MOST_OPTIONS = 100;
/** Lists and boxes of a document that are tried together with a button. */
const MOST_CHOICES = 50;
/** Most positions of a slider, or files, that count as controls, so that all are tried. */
const MOST_POSITIONS = 12;
/** Fields into which more than one text is typed. */
const MOST_TYPED = 10;
const isSelect = (element: Element): element is HTMLSelectElement => nameOf(element) === 'select';
/** Options by text, and typed texts: scripts may change an option's place. */
const options: string[] = [];
/** Texts to type into each field that gets several. */
const typed = new Map<Element, readonly string[]>();

/** Returns the index of an option or text among all planned ones: scripts may change a list by then. */
const placeOfChoice = (name: string): number => {
  const known = options.indexOf(name);
  return known >= 0 ? known : options.push(name) - 1;
};

/** @param texts texts to type into the field, one after the other */
const planChoice = (
  field: Element,
  [index, value]: readonly [index: number, value: string],
  texts: readonly string[],
  submitter: Element,
  place: string,
  root: Node,
) => {
  const [target, at] = [placeOf(submitter), placeOf(field)];
  const info = () => {
    const isFew = field.matches('[type=range i], [type=file i]') && valuesOf(field).length <= MOST_POSITIONS;
    const [isOwn, isTyped] = [field === submitter, texts.length > 0];
    return {
      // Each list, and boxes of each name, have a separate group, since they bring different things.
      group: `choose ${place} ${pattern(field, root)}<${target} ${isSelect(field) ? at : attribute(field, 'name')}`,
      label: `${index} ${value}`,
      isTyped: isTyped || undefined,
      suggests: (isTyped && field.matches(SUGGESTING)) || undefined,
      isPair: (!field.hasAttribute('list') && value.length === 2 && texts.includes('a')) || undefined,
      // Choices that are sent with a form are made when a button is pressed.
      isControl: (isOwn ? isFew : !isTyped && nameOf(submitter) === 'form') || undefined,
      comesLast: (!isOwn && kept.roots.has(field)) || undefined,
      words: [
        ...(isOwn ? [] : [sayOf(submitter, submitter)]),
        ...(isSelect(field) ? sayChosen(field, index, isOwn ? root : field) : [sayOf(field, field)]),
      ],
    };
  };
  const option = isSelect(field) ? field.options[index] : undefined;
  const choice = placeOfChoice(option ? nameOfOption(option) : value);
  add([target, 'choose', at, choice], submitter, place, root, info, `${place} ${value.replaceAll(' ', '_')}`.trim());
};

const optionsOf = (select: HTMLSelectElement) =>
  Array.from(select.options, ({ value, disabled }, index) => [index, disabled ? '' : value] as const)
    .slice(0, MOST_OPTIONS)
    .filter(([, value]) => value !== '');
const shortestOf = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length));
/** Plans the texts to type, the last first, since plans are processed from the end. */
const planTexts = (field: Element, place: string, root: Node) => {
  const isListed = field.hasAttribute('list');
  const [before, now] = [typed.get(field), typedTexts(field)];
  // A hint at the length of texts may be gone once a text is typed.
  const texts = before && !isListed && shortestOf(before) > shortestOf(now) ? before : now;
  if (field.matches(':disabled') || (!isListed && !hears(root, TYPING))) return;
  if (!typed.has(field) && typed.size >= MOST_TYPED) return;
  if (texts.length > 0) typed.set(field, texts);
  for (const text of [...texts.entries()].reverse()) planChoice(field, text, texts, field, place, root);
};

/**
 * Returns the element that may submit a field's choice: the form, or else the first button after the field, or the last
 * one before.
 */
export const submitterOf = (field: Element): readonly [element: Element, place: string] | undefined => {
  const form = field.closest('form');
  const submitted = form ? heardAt(form, 'submit') : undefined;
  // A form without a submit button only groups fields.
  const isSent = form && Array.from(form.elements).some((one) => Reflect.get(one, 'type') === 'submit');
  if (form && isSent && submitted !== undefined) return [form, submitted];
  const isAfter = (one: Element) => (field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  let before: readonly [Element, string] | undefined;
  let scope: Element | null = form ?? field.parentElement;
  for (let depth = 0; scope && depth < 4; depth++, scope = form ? null : scope.parentElement) {
    let last: readonly [Element, string] | undefined;
    for (const button of Array.from(scope.querySelectorAll(BUTTONS)).slice(0, most)) {
      const pressed = heardAt(button, 'press');
      if (pressed === undefined || button.matches(':disabled') || hrefOf(button) !== undefined) continue;
      if (isAfter(button)) return [button, pressed];
      last = [button, pressed];
    }
    before ??= last;
  }
  return before;
};

const saidOf = (element: Element): string =>
  ['id', 'name', 'placeholder', 'title', 'aria-label', 'value'].map((name) => attribute(element, name)).join(' ');
/** Tells whether a button searches for a text typed into a field: other fields do not get several texts. */
const looksFor = (field: Element, submitter: Element): boolean => {
  const { maxLength, pattern } = Object(field);
  // A code is no search term.
  if (pattern || (maxLength >= 0 && maxLength < LEAST_LENGTH)) return false;
  if (field.matches('[list], [type=search i], [role=search i] *, [name=q i], [name=s i]')) return true;
  const button =
    nameOf(submitter) === 'form'
      ? (submitter.querySelector('[type=submit i], button:not([type])') ?? submitter)
      : submitter;
  const label = field.closest('label') ?? (field.id && document.querySelector(`label[for="${CSS.escape(field.id)}"]`));
  const texts = [button, label || field].map((one) => (one.textContent ?? '').slice(0, LONGEST));
  return LOOKING.test([saidOf(field), saidOf(button), ...texts].join(' '));
};

/** Types a text, with the key events of the last letter. */
const typeText = (field: Element, text: string) => {
  // A field without focus suggests nothing.
  focus.perform(field);
  const init = { ...basic, key: text.slice(-1), code: `Key${text.slice(-1).toUpperCase()}` };
  send(field, new KeyboardEvent('keydown', init));
  setValue(field, text);
  changed(field);
  send(field, new KeyboardEvent('keyup', init));
};

/** A choice or text in a field, and then the submission or press of another element that may wait for it. */
export const choose = {
  events: ENTERED,
  elements: fieldsOf,
  /** Plans the texts and choices of a field, one by one: an effect may replace the one before. */
  planAt(field, place, root) {
    planTexts(field, place, root);
    if (field.matches(':disabled') || !hears(root, ['input', 'change'])) return;
    const values = isSelect(field) ? optionsOf(field) : valuesOf(field).entries();
    for (const value of values) planChoice(field, value, [], field, place, root);
  },
  /** Plans choices in fields that a form or button submits. */
  planUnheard() {
    for (const field of inside(document, CHOICES).slice(0, MOST_CHOICES)) {
      // A list or box with a listener may wait for a button; other fields with listeners do not.
      const needsNone = kept.roots.has(field) && !field.matches('select, [type=radio i], [type=checkbox i]');
      const submitter = needsNone || field.matches(':disabled') ? undefined : submitterOf(field);
      if (!submitter) continue;
      if (field.matches(WORDED) && !looksFor(field, submitter[0])) continue;
      // The last first, since plans are processed from the end.
      const texts = typedTexts(field).slice(0, field.hasAttribute('list') ? undefined : MOST_LOOKED_FOR);
      const values = [...valuesOf(field).entries()];
      const isBox = field.matches('[type=radio i], [type=checkbox i]');
      const chosen = isSelect(field) ? optionsOf(field) : isBox ? [[0, attribute(field, 'value')] as const] : values;
      for (const value of texts.length > 0 ? [...texts.entries()].reverse() : chosen)
        planChoice(field, value, texts, ...submitter, submitter[0]);
    }
  },
  perform(element, field, option, page) {
    const input = field && isNamed(field, 'input') ? field : undefined;
    const isBox = input !== undefined && /^(radio|checkbox)$/.test(input.type);
    const box = isBox && !input.checked ? input : undefined;
    const text = options[option];
    page.actOn(field);
    if (field && isSelect(field)) chooseOption(field, option);
    else if (box) mouse(box, 'click', { detail: 1 });
    else if (input && valuesOf(input).length > 0) setField(input, text);
    else if (input && !isBox && text !== undefined) typeText(input, text);
    page.actOn(element);
    if (isNamed(element, 'form')) submit.perform(element);
    else if (element !== field) press.perform(element);
    // The next checkbox is to be the only one ticked.
    if (box?.type === 'checkbox' && box.checked) mouse(box, 'click', { detail: 1 });
  },
  optionNow(field, planned) {
    if (!field || !isSelect(field)) return planned;
    return Array.from(field.options).findIndex((one) => nameOfOption(one) === options[planned]);
  },
  wordsOf: (element, option, whole) => (isSelect(element) ? chosenWords(element, option, whole) : whole),
  // An early choice may be answered last.
  waitsFor: 'enter',
} satisfies GesturePlugin;
