import type { blankFields } from './blank-fields.ts';
import type { boundedValues } from './bounded-values.ts';
import type { chosenFiles } from './chosen-files.ts';
import type { pointedEvents } from './pointed-events.ts';

/**
 * Runs in a page, in a world of our own: how fields are filled and chosen from, as a person does it. It is sent into
 * browsers as it stands, so it uses nothing from outside.
 *
 * @param typed gets fields of words that were typed into, and what; none that list words themselves
 */
export function fieldActs(
  { send, basic, mouse }: ReturnType<typeof pointedEvents>,
  bounded: typeof boundedValues,
  { filesFor, give }: ReturnType<typeof chosenFiles>,
  { blanks, mayBeFilled }: ReturnType<typeof blankFields>,
  typed: Map<HTMLInputElement | HTMLTextAreaElement, string>,
) {
  const isNamed = <Name extends keyof HTMLElementTagNameMap>(
    element: Element,
    name: Name,
  ): element is HTMLElementTagNameMap[Name] => element.localName === name;
  const value = (element: Element, text: string) => {
    const of = element.localName === 'textarea' ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
    Reflect.set(of, 'value', text, element);
  };
  const sample: Readonly<Record<string, string>> = {
    email: 'a@example.org',
    url: 'https://example.org/',
    number: '1',
    tel: '1',
    date: '2020-01-01',
    time: '12:00',
    month: '2020-01',
    week: '2020-W01',
    color: '#000001',
    'datetime-local': '2020-01-01T12:00',
  };
  /** What stands for the last one of several days. */
  const late: Readonly<Record<string, string>> = {
    date: '2030-12-31',
    month: '2030-12',
    week: '2030-W52',
    time: '23:00',
    'datetime-local': '2030-12-31T23:00',
  };
  /** How a field asks for a day or a time in its placeholder, such as `YYYY-MM-DD`, `TT.MM.JJJJ` or `HH:MM`; or an example that has digits only. */
  const format = /^(\p{L})\1{0,3}([-./])(\p{L})\3?\2(\p{L})\4{0,3}$|^(\p{L})\5:(\p{L})\6$/u;
  const example = /^\d[\d./:-]*\d$/;
  const sampleOf = ({ type, placeholder }: HTMLInputElement): string | undefined => {
    const said = /^(text|search)$/.test(type) ? placeholder.trim() : '';
    const year = 4;
    if (format.test(said)) return said.replace(/\p{L}+/gu, (part) => (part.length === year ? '2020' : '01'));
    return example.test(said) ? said : sample[type];
  };
  const ofWords = 'textarea, input:is(:not([type]), [type=text i], [type=search i]):not([list])';
  const note = (element: Element) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (isField && element.matches(ofWords)) typed.set(element, element.value);
  };
  const changed = (element: Element) => {
    note(element);
    send(element, new InputEvent('input', { ...basic, cancelable: false }));
    send(element, new Event('change', { bubbles: true }));
  };
  /** Options of a list that are tried in one go, and those that look like addresses. */
  const mostOptions = 100;
  const mostAddresses = 300;
  const isAddress = ({ value }: HTMLOptionElement) => /^[?#]|[/]|\.[a-z]\w{1,4}(?:[?#]|$)/i.test(value);
  const choose = (element: HTMLSelectElement, option: number) => {
    element.selectedIndex = option;
    changed(element);
  };
  /** What a field is set to, one after the other. */
  const valuesOf = (field: Element) => [...bounded(field), ...filesFor(field)];
  const set = (element: HTMLInputElement, to: string | undefined) => {
    if (to === undefined || to === element.value) return;
    if (element.type === 'file') give(element, to);
    else value(element, to);
    changed(element);
  };
  const focus = (element: Element) => {
    send(element, new FocusEvent('focusin', { ...basic, cancelable: false }));
    send(element, new FocusEvent('focus', { composed: true }));
  };
  const type = (field: Element, text: string) => {
    // A field that was left lists nothing.
    focus(field);
    const init = { ...basic, key: text.slice(-1), code: `Key${text.slice(-1).toUpperCase()}` };
    send(field, new KeyboardEvent('keydown', init));
    value(field, text);
    changed(field);
    send(field, new KeyboardEvent('keyup', init));
  };
  const selected = `textarea, ${blanks}`;
  const enter = (element: Element) => {
    if (isNamed(element, 'select')) {
      const before = element.selectedIndex;
      let addresses = 0;
      for (const [index, option] of Array.from(element.options).entries()) {
        if (index === before && element.options.length > 1) continue;
        if (isAddress(option) ? ++addresses > mostAddresses : index >= mostOptions) continue;
        // Scripts take away the one that stands for none, or make all of them anew, as one is chosen.
        const isIt = (one: HTMLOptionElement) => one.value === option.value && one.text === option.text;
        const at = Array.from(element.options).findIndex(isIt);
        if (at >= 0) choose(element, at);
      }
    } else if (isNamed(element, 'input') && /^(checkbox|radio|button|submit|reset|image)$/.test(element.type)) {
      if (/^(checkbox|radio)$/.test(element.type)) mouse(element, 'click', { detail: 1 });
    } else {
      const values = isNamed(element, 'input') ? valuesOf(element) : [];
      for (const one of values) if (isNamed(element, 'input')) set(element, one);
      if (values.length > 0) return;
      if (isNamed(element, 'input')) value(element, sampleOf(element) ?? 'abc');
      else if (isNamed(element, 'textarea')) value(element, 'abc');
      send(element, new InputEvent('beforeinput', { ...basic, data: 'a', inputType: 'insertText' }));
      // What edits a text by itself has written it by now.
      const isEmpty = element instanceof HTMLElement && element.isContentEditable && element.textContent.trim() === '';
      if (isEmpty) element.textContent = 'abc';
      changed(element);
      if (element.matches(selected)) send(element, new Event('select', { bubbles: true }));
      if (element.matches('[type=search i]')) send(element, new Event('search', { bubbles: true }));
    }
  };
  /** What a field takes that does not take a word: numbers, years, codes. */
  const others = ['1', '12', '123', '2020', '12345', 'ABC', 'Abc', 'ab', 'a', 'abc1', 'A1', '01.01.2020', '123456'];
  /** @param isLast it is the last one of several of its type, as where a time ends */
  const fill = (field: Element, isLast: boolean) => {
    if (!isNamed(field, 'input') || field.value !== '' || field.readOnly || field.disabled) return;
    const last = isLast ? late[field.type] : undefined;
    const usual = last ?? sampleOf(field) ?? 'abc'.repeat(Math.max(1, Math.ceil(field.minLength / 3)));
    const takes = (text: string) => {
      value(field, field.maxLength < 0 ? text : text.slice(0, field.maxLength));
      return field.value !== '' && field.value.length >= field.minLength && field.validity.valid;
    };
    if (![usual, field.min, field.max, ...others].some(takes)) value(field, usual);
    changed(field);
  };
  return { isNamed, value, changed, choose, valuesOf, set, focus, type, enter, fill, mayBeFilled, blanks };
}
