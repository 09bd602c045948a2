import { basic, mouse, send } from '../acts/events.ts';
import {
  BLANKS,
  changed,
  chooseOption,
  ENTERED_FIELDS,
  isNamed,
  sampleOf,
  setField,
  setValue,
} from '../acts/field-acts.ts';
import { valuesOf } from '../acts/field-values.ts';
import { FIELDS, hears, inside, isFar, KEYS, ownOf } from '../acts/listening.ts';
import { plan } from '../acts/worded-acts.ts';
import type { GesturePlugin } from './gesture.ts';

const CHANGES = ['input', 'change', 'beforeinput', 'select', 'search'];
export const ENTERED = [...CHANGES, ...KEYS];
/** Returns the fields of a listener. Keys observed by the whole page are rarely for fields. */
export const fieldsOf = (root: Node) =>
  ownOf(root)
    .filter((one) => one.matches(FIELDS))
    .concat(isFar(root) && !hears(root, CHANGES) ? [] : inside(root, FIELDS));

/** Options of a list that are tried in one run, and those that look like addresses. */
const MOST_OPTIONS = 100;
const MOST_ADDRESSES = 300;
const isAddress = ({ value }: HTMLOptionElement) => /^[?#]|[/]|\.[a-z]\w{1,4}(?:[?#]|$)/i.test(value);
/** Chooses each option of a list, one after the other. */
const chooseEach = (list: HTMLSelectElement) => {
  const before = list.selectedIndex;
  let addresses = 0;
  for (const [index, option] of Array.from(list.options).entries()) {
    if (index === before && list.options.length > 1) continue;
    if (isAddress(option) ? ++addresses > MOST_ADDRESSES : index >= MOST_OPTIONS) continue;
    // Scripts may remove the empty option or redraw all options after a choice.
    const isIt = (one: HTMLOptionElement) => one.value === option.value && one.text === option.text;
    const at = Array.from(list.options).findIndex(isIt);
    if (at >= 0) chooseOption(list, at);
  }
};

const SELECTED = `textarea, ${BLANKS}`;
/** Fills a field by type: each option or value, one after the other, or one sample. */
export const enter = {
  events: ENTERED,
  elements: fieldsOf,
  planUnheard(planAt) {
    // Buttons may read fields.
    if (!plan.planned.some(({ act: [, gesture] }) => gesture === 'press')) return;
    for (const field of inside(document, ENTERED_FIELDS)) planAt(field, 'enter', 'natural');
  },
  describe: (element) => ({
    isRequired: element.matches(':required'),
    isLasting: element.matches('input[type=radio i]'),
  }),
  perform(element) {
    if (isNamed(element, 'select')) chooseEach(element);
    else if (isNamed(element, 'input') && /^(checkbox|radio|button|submit|reset|image)$/.test(element.type)) {
      if (/^(checkbox|radio)$/.test(element.type)) mouse(element, 'click', { detail: 1 });
    } else {
      const values = isNamed(element, 'input') ? valuesOf(element) : [];
      for (const one of values) if (isNamed(element, 'input')) setField(element, one);
      if (values.length > 0) return;
      if (isNamed(element, 'input')) setValue(element, sampleOf(element) ?? 'abc');
      else if (isNamed(element, 'textarea')) setValue(element, 'abc');
      send(element, new InputEvent('beforeinput', { ...basic, data: 'a', inputType: 'insertText' }));
      // Editors have inserted the text by now.
      const isEmpty = element instanceof HTMLElement && element.isContentEditable && element.textContent.trim() === '';
      if (isEmpty) element.textContent = 'abc';
      changed(element);
      if (element.matches(SELECTED)) send(element, new Event('select', { bubbles: true }));
      if (element.matches('[type=search i]')) send(element, new Event('search', { bubbles: true }));
    }
  },
} satisfies GesturePlugin;

/** Gives a field, or the fields of a form, the value that the page gave. */
export const restore = {
  perform(element) {
    if (isNamed(element, 'form')) for (const field of element.querySelectorAll(BLANKS)) restore.perform(field);
    if (isNamed(element, 'select')) {
      const first = Array.from(element.options).findIndex(({ defaultSelected }) => defaultSelected);
      chooseOption(element, Math.max(0, first));
    } else if (isNamed(element, 'input') && /^(checkbox|radio)$/.test(element.type)) {
      if (element.checked !== element.defaultChecked) mouse(element, 'click', { detail: 1 });
    } else if (isNamed(element, 'input') || isNamed(element, 'textarea')) {
      setValue(element, element.defaultValue);
      changed(element);
      const key = { key: 'Backspace', code: 'Backspace', keyCode: 8, which: 8 };
      send(element, new KeyboardEvent('keyup', { ...basic, ...key }));
    }
  },
} satisfies GesturePlugin;
