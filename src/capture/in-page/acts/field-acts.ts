import { basic, send } from './events.ts';
import { giveFile } from './field-values.ts';
import { kept } from './kept-acts.ts';

/** Fields filled with a word when a searching form is submitted; forms with `PERSONAL` fields may do something else. */
export const BLANKS =
  'input:is(:not([type]), [type=text i], [type=search i], [type=number i], [type=email i], [type=url i], [type=tel i])';
/** Fields that narrow results: they are filled for one try and then emptied. */
export const DAYS =
  'input:is([type=date i], [type=time i], [type=month i], [type=week i], [type=datetime-local i]):not([min][max])';
/** Fields to fill in. */
export const ENTERED_FIELDS = `select, textarea, [contenteditable]:not([contenteditable=false i]), input:is([type=range i], [type=color i]), ${BLANKS}`;
/** Buttons that submit a form. */
export const SUBMITS = 'button:not([type=button i], [type=reset i]), input:is([type=submit i], [type=image i])';
const PERSONAL =
  'textarea, input:is([type=password i], [type=email i], [type=tel i], [type=file i], [name*=mail i], [name*=phone i], [name*=user i], [name*=login i], [name*=amount i], [name*=card i], [name*=code i])';
const SECRET = 'input:is([type=password i], [type=file i])';
const SEARCHING =
  '[role=search], [role=search] form, form:has([type=search i], [name=q i], [name=query i], [name=search i])';
/** Tells whether a form may be filled: it searches or has no personal fields, and never has secret ones. */
export const mayBeFilled = (form: Element) =>
  form.querySelector(SECRET) === null && (form.matches(SEARCHING) || form.querySelector(PERSONAL) === null);
/** Tells whether fields outside forms may be filled. */
export const isNobodys = (fields: readonly Element[]) => fields.every((field) => !field.matches(PERSONAL));

/** Tells whether an element has a local name. */
export const isNamed = <Name extends keyof HTMLElementTagNameMap>(
  element: Element,
  name: Name,
): element is HTMLElementTagNameMap[Name] => element.localName === name;
/** Sets the value of a field without notifying scripts. */
export const setValue = (element: Element, text: string) => {
  const of = element.localName === 'textarea' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Reflect.set(of, 'value', text, element);
};

/** Samples by type; and for the last of several days or times. */
const SAMPLES: Readonly<Record<string, readonly [usual: string, last?: string]>> = {
  email: ['a@example.org'],
  url: ['https://example.org/'],
  number: ['1'],
  tel: ['1'],
  date: ['2020-01-01', '2030-12-31'],
  time: ['12:00', '23:00'],
  month: ['2020-01', '2030-12'],
  week: ['2020-W01', '2030-W52'],
  color: ['#000001'],
  'datetime-local': ['2020-01-01T12:00', '2030-12-31T23:00'],
};
/** Placeholder of a day or time, such as `YYYY-MM-DD`, `TT.MM.JJJJ` or `HH:MM`, or an example of digits only. */
const FORMAT = /^(\p{L})\1{0,3}([-./])(\p{L})\3?\2(\p{L})\4{0,3}$|^(\p{L})\5:(\p{L})\6$/u;
const EXAMPLE = /^\d[\d./:-]*\d$/;
/** Returns a sample for a field that expects more than a word. */
export const sampleOf = ({ type, placeholder }: HTMLInputElement): string | undefined => {
  const said = /^(text|search)$/.test(type) ? placeholder.trim() : '';
  const year = 4;
  if (FORMAT.test(said)) return said.replace(/\p{L}+/gu, (part) => (part.length === year ? '2020' : '01'));
  return EXAMPLE.test(said) ? said : SAMPLES[type]?.[0];
};

const OF_WORDS = 'textarea, input:is(:not([type]), [type=text i], [type=search i]):not([list])';
const note = (element: Element) => {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (isField && element.matches(OF_WORDS)) kept.texts.set(element, element.value);
};

/** Notifies scripts that a field has changed. */
export const changed = (element: Element) => {
  note(element);
  send(element, new InputEvent('input', { ...basic, cancelable: false }));
  send(element, new Event('change', { bubbles: true }));
};

/** Chooses an option of a list. */
export const chooseOption = (element: HTMLSelectElement, option: number) => {
  element.selectedIndex = option;
  changed(element);
};

/** Sets a field to a value, or to a file of that name. */
export const setField = (element: HTMLInputElement, to: string | undefined) => {
  if (to === undefined || to === element.value) return;
  if (element.type === 'file') giveFile(element, to);
  else setValue(element, to);
  changed(element);
};

/** Samples for fields that accept no word: numbers, years, codes. */
const OTHERS = ['1', '12', '123', '2020', '12345', 'ABC', 'Abc', 'ab', 'a', 'abc1', 'A1', '01.01.2020', '123456'];
/**
 * Fills an empty field with an accepted text.
 *
 * @param isLast true for the last of several fields of a type, such as an end time
 */
export const fill = (field: Element, isLast: boolean) => {
  if (!isNamed(field, 'input') || field.value !== '' || field.readOnly || field.disabled) return;
  const last = SAMPLES[field.type]?.[1];
  const usual =
    (isLast ? last : undefined) ?? sampleOf(field) ?? 'abc'.repeat(Math.max(1, Math.ceil(field.minLength / 3)));
  const takes = (text: string) => {
    setValue(field, field.maxLength < 0 ? text : text.slice(0, field.maxLength));
    return field.value !== '' && field.value.length >= field.minLength && field.validity.valid;
  };
  if (![usual, field.min, field.max, ...OTHERS].some(takes)) setValue(field, usual);
  changed(field);
};
