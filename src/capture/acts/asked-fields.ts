import type { blankFields } from './blank-fields.ts';
import type { elementLooks } from './element-looks.ts';
import type { fieldChoices } from './field-choices.ts';
import type { gestureElements } from './gesture-elements.ts';
import type { keptActs } from './kept-acts.ts';
import type { wordedActs } from './worded-acts.ts';

/**
 * Runs in a page, in a world of our own: plans that a button is pressed, or a form sent, once all that it may ask for is
 * filled: days, and more than one word or box. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export function askedFields(
  { kept, placeOf, heardAt }: ReturnType<typeof keptActs>,
  { nameOf, inside }: ReturnType<typeof gestureElements>,
  { sayOf, pattern, add }: ReturnType<typeof wordedActs>,
  { labelOf }: ReturnType<typeof elementLooks>,
  { toldOf }: ReturnType<typeof fieldChoices>,
  { blanks, days, mayBeFilled, isNobodys }: ReturnType<typeof blankFields>,
) {
  /** Fields of a document that are looked at. */
  const mostFields = 50;
  /** Boxes that are ticked together: more are rows of a table, or what a search is narrowed by. */
  const mostBoxes = 10;
  const boxes = 'input[type=checkbox i]';
  const isBox = (field: Element) => field.matches(boxes);
  const isFree = (field: Element) => !field.matches(':disabled, :read-only:not([type=checkbox i])');

  /** What asks for fields, and where it is heard. */
  const asking = () => {
    const found = new Map<Element, { readonly place: string; readonly fields: Element[] }>();
    for (const field of inside(document, `${blanks}, ${days}, ${boxes}`).slice(0, mostFields)) {
      const [element, place = ''] = (isFree(field) ? toldOf(field) : undefined) ?? [];
      if (!element) continue;
      const { fields } = found.get(element) ?? { fields: [] };
      found.set(element, { place, fields: [...fields, field] });
    }
    return found;
  };
  const planFilled = () => {
    for (const [element, { place, fields }] of asking()) {
      const form = nameOf(element) === 'form' ? element : undefined;
      if (form ? !mayBeFilled(form) : !isNobodys(fields)) continue;
      const ticked = fields.filter(isBox);
      const filled = fields.filter((field) => !isBox(field));
      // A form has its words as it is sent anyway, and a button is pressed again once one was typed that nobody heard.
      const isHeard = filled.some((field) => heardAt(field, 'enter') !== undefined);
      const isAsked = filled.some((field) => field.matches(days)) || (!form && (filled.length >= 2 || isHeard));
      const isTicked = ticked.length <= mostBoxes && ticked.length >= (filled.length > 0 ? 1 : 2);
      kept.asked.set(element, { filled, ticked });
      const target = placeOf(element);
      for (const [option, isPlanned] of [isAsked, isTicked].entries()) {
        if (!isPlanned) continue;
        const tell = () => ({
          group: `ask ${place} ${pattern(element, element)} ${option}`,
          label: labelOf(element),
          isControl: true,
          words: [element, ...filled, ...(option > 0 ? ticked : [])].map((one) => sayOf(one, one)),
        });
        add([target, 'ask', target, option], element, place, element, tell);
      }
    }
  };
  return { planFilled };
}
