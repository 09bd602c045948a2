import { labelOf } from '../acts/element-looks.ts';
import { awaitPromises, mouse } from '../acts/events.ts';
import { BLANKS, DAYS, fill, isNamed, isNobodys, mayBeFilled } from '../acts/field-acts.ts';
import { heardAt, placeOf } from '../acts/kept-acts.ts';
import { inside } from '../acts/listening.ts';
import { add, pattern, sayOf } from '../acts/worded-acts.ts';
import { nameOf } from '../dom.ts';
import { submitterOf } from './choose.ts';
import { restore } from './enter.ts';
import type { GesturePlugin } from './gesture.ts';
import { press } from './press.ts';
import { submit } from './submit.ts';

/** Fields to fill and boxes to tick before a button or form is used. */
const asked = new Map<Element, { readonly filled: readonly Element[]; readonly ticked: readonly Element[] }>();
/** Fields that were filled for one try only. */
const filledOnce = new Set<Element>();
/** Fields of a document that are inspected. */
const MOST_FIELDS = 50;
/** Boxes that are ticked together: more are rows of a table, or filters of a search. */
const MOST_BOXES = 10;
const BOXES = 'input[type=checkbox i]';
const isBox = (field: Element) => field.matches(BOXES);
const isFree = (field: Element) => !field.matches(':disabled, :read-only:not([type=checkbox i])');

/** Returns the elements that submit fields, with their listeners' places. */
const fieldsByAsking = () => {
  const found = new Map<Element, { readonly place: string; readonly fields: Element[] }>();
  for (const field of inside(document, `${BLANKS}, ${DAYS}, ${BOXES}`).slice(0, MOST_FIELDS)) {
    const [element, place = ''] = (isFree(field) ? submitterOf(field) : undefined) ?? [];
    if (!element) continue;
    const { fields } = found.get(element) ?? { fields: [] };
    found.set(element, { place, fields: [...fields, field] });
  }
  return found;
};

/** A press or submission once all empty fields are filled and, as another option, boxes ticked. */
export const ask = {
  /** Plans presses or submissions after filling all fields: days, and several words or boxes. */
  planUnheard() {
    for (const [element, { place, fields }] of fieldsByAsking()) {
      const form = nameOf(element) === 'form' ? element : undefined;
      if (form ? !mayBeFilled(form) : !isNobodys(fields)) continue;
      const ticked = fields.filter(isBox);
      const filled = fields.filter((field) => !isBox(field));
      // A submitted form gets words anyway, and a button is pressed again after a text that no script observed.
      const takesEnter = filled.some((field) => heardAt(field, 'enter') !== undefined);
      const isAsked = filled.some((field) => field.matches(DAYS)) || (!form && (filled.length >= 2 || takesEnter));
      const isTicked = ticked.length <= MOST_BOXES && ticked.length >= (filled.length > 0 ? 1 : 2);
      asked.set(element, { filled, ticked });
      const target = placeOf(element);
      for (const [option, isPlanned] of [isAsked, isTicked].entries()) {
        if (!isPlanned) continue;
        const info = () => ({
          group: `ask ${place} ${pattern(element, element)} ${option}`,
          label: labelOf(element),
          isControl: true,
          words: [element, ...filled, ...(option > 0 ? ticked : [])].map((one) => sayOf(one, one)),
        });
        add([target, 'ask', target, option], element, place, element, info);
      }
    }
  },
  async perform(element, _, option, page) {
    const { filled, ticked } = asked.get(element) ?? { filled: [], ticked: [] };
    const isEmpty = (field: Element) => isNamed(field, 'input') && field.value === '' && !field.readOnly;
    const isOff = (box: Element) => isNamed(box, 'input') && !box.checked && !box.disabled;
    const [empty, off] = [filled.filter(isEmpty), option > 0 ? ticked.filter(isOff) : []];
    const typeOf = (field: Element | undefined) => field && isNamed(field, 'input') && field.type;
    for (const [at, field] of empty.entries()) {
      const before = empty.slice(0, at).some((other) => typeOf(other) === typeOf(field));
      const after = empty.slice(at + 1).some((other) => typeOf(other) === typeOf(field));
      page.actOn(field);
      fill(field, before && !after);
      await awaitPromises();
    }
    for (const box of off) {
      page.actOn(box);
      mouse(box, 'click', { detail: 1 });
      await awaitPromises();
    }
    for (const field of [...empty, ...off]) filledOnce.add(field);
    page.actOn(element);
    if (isNamed(element, 'form')) submit.perform(element);
    else press.perform(element);
  },
  undo(page) {
    for (const field of filledOnce) {
      page.actOn(field);
      restore.perform(field);
    }
    filledOnce.clear();
  },
} satisfies GesturePlugin;
