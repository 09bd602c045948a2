import type { Dom } from './walk.ts';

/** Address of a form's request when one option is chosen. */
interface ChosenAddress<Node> {
  /** Chosen option, box or button. */
  readonly element: Node;
  readonly raw: string;
  readonly anchor: string;
}

/**
 * Finds the targets of forms with GET and without text fields: each choice leads to another page, with the other fields
 * at their initial values.
 */
export function formChoices<Node>(dom: Dom<Node>) {
  /** Most choices of a form; more are a search, not links. */
  const most = 200;
  /** Longest hidden field in characters; a longer one may be valid for one visit only. */
  const longestHidden = 20;
  interface Field {
    readonly name: string;
    readonly kind: 'fixed' | 'list' | 'box' | 'button';
    readonly choices: { element: Node; value: string; anchor: string }[];
    /** Index of the initial choice. */
    chosen: number | undefined;
  }
  let action: string | undefined;
  let fields: Field[] = [];
  let list: Field | undefined;
  let isSearch = false;
  let hasPlainButton = false;
  /** True if anything in the form submits it. */
  let isSent = false;

  const fold = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, 300);
  const has = (element: Node, name: string) => dom.attribute(element, name) !== null;
  /** Encodes text like a form, except letters outside ASCII, which the address resolver encodes. */
  const written = (text: string) =>
    text
      .replace(/[!-)+,/:-@[-^`{-~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll(' ', '+');

  const fieldOf = (name: string, kind: Field['kind']): Field => {
    const known = kind === 'list' && fields.find((one) => one.kind === kind && one.name === name);
    const field: Field = known || { name, kind, choices: [], chosen: undefined };
    if (!known) fields.push(field);
    return field;
  };
  const addInput = (element: Node, name: string) => {
    const type = (dom.attribute(element, 'type') ?? '').trim().toLowerCase();
    const value = dom.attribute(element, 'value');
    if (/^(?:reset|button)$/.test(type)) return;
    if (/^(?:submit|image)$/.test(type)) addButton(element, type === 'image' ? '' : name, value ?? '');
    else if (name === '') return;
    else if (type === 'hidden') {
      const isPassing = /[/:]/.test(value ?? '') || (value ?? '').length > longestHidden;
      isSearch ||= isPassing;
      fieldOf(name, 'fixed').choices.push({ element, value: value ?? '', anchor: '' });
    } else if (type === 'radio' || type === 'checkbox') {
      const field = fieldOf(name, type === 'radio' ? 'list' : 'box');
      const place = field.choices.push({ element, value: value ?? 'on', anchor: '' }) - 1;
      if (has(element, 'checked')) field.chosen = place;
    } else isSearch = true;
  };
  const addButton = (element: Node, name: string, value: string) => {
    isSent = true;
    if (name === '') hasPlainButton = true;
    else fieldOf(name, 'button').choices.push({ element, value, anchor: fold(dom.textContent(element)) || value });
  };

  return {
    begin(form: Node, sentTo: string): void {
      action = has(form, 'onsubmit') ? undefined : sentTo.replace(/[?#].*/s, '');
      fields = [];
      isSearch = hasPlainButton = isSent = false;
      list = undefined;
    },
    /** Takes an element within the form. */
    see(element: Node, tag: string): void {
      if (action === undefined || isSearch || !/^(?:select|option|input|button|textarea)$/.test(tag)) return;
      if (tag === 'select') list = undefined;
      isSearch ||= fields.length > most;
      if (has(element, 'disabled') || has(element, 'form')) return;
      isSent ||= /submit/i.test(dom.attribute(element, 'onchange') ?? dom.attribute(element, 'onclick') ?? '');
      const name = dom.attribute(element, 'name') ?? '';
      if (tag === 'textarea') isSearch = true;
      else if (tag === 'input') addInput(element, name);
      else if (tag === 'select') {
        list = name === '' ? undefined : fieldOf(name, 'list');
        if (list && !has(element, 'multiple')) list.chosen = 0;
      } else if (tag === 'option' && list) {
        const anchor = fold(dom.textContent(element));
        const place = list.choices.push({ element, value: dom.attribute(element, 'value') ?? anchor, anchor }) - 1;
        if (has(element, 'selected')) list.chosen = place;
      } else if (tag === 'button' && !/^(?:button|reset)$/i.test(dom.attribute(element, 'type') ?? ''))
        addButton(element, name, dom.attribute(element, 'value') ?? '');
    },
    /** Returns the addresses of the form's choices. */
    end(): readonly ChosenAddress<Node>[] {
      const to = action;
      action = undefined;
      const open = fields.filter(({ kind }) => kind !== 'fixed');
      const count = open.reduce((sum, { choices }) => sum + choices.length, 0);
      if (to === undefined || isSearch || !isSent || count === 0 || count > most) return [];
      const [button] = hasPlainButton ? [] : open.filter(({ kind }) => kind === 'button');
      const sent = (field: Field, at: number | undefined) => {
        const pairs = fields.flatMap((one) => {
          const place = one === field ? at : one.kind === 'fixed' || one === button ? 0 : one.chosen;
          const choice = place === undefined ? undefined : one.choices[place];
          // Only one button is pressed.
          const isOther = field.kind === 'button' && one.kind === 'button' && one !== field;
          return choice && !isOther ? [`${written(one.name)}=${written(choice.value)}`] : [];
        });
        return `${to}?${pairs.join('&')}`;
      };
      const byAddress = new Map<string, ChosenAddress<Node>>();
      for (const field of open)
        for (const [at, { element, anchor }] of field.choices.entries()) {
          const raw = sent(field, at);
          if (!byAddress.has(raw)) byAddress.set(raw, { element, raw, anchor });
        }
      return [...byAddress.values()];
    },
  };
}
