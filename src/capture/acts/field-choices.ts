import type { gestureElements } from './gesture-elements.ts';
import type { keptActs } from './kept-acts.ts';
import type { optionWords } from './option-words.ts';
import type { typedTexts } from './typed-texts.ts';
import type { whereLinksLead } from './where-links-lead.ts';
import type { wordedActs } from './worded-acts.ts';

/**
 * Runs in a page, in a world of our own: plans what is chosen, set and typed in fields. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 *
 * @param most buttons of what a field stands in that are looked at
 */
export function fieldChoices(
  { kept, placeOf, heardAt }: ReturnType<typeof keptActs>,
  { nameOf, hears, inside }: ReturnType<typeof gestureElements>,
  { sayOf, sayChosen, pattern, add }: ReturnType<typeof wordedActs>,
  { hrefOf }: ReturnType<typeof whereLinksLead>,
  { nameOfOption }: ReturnType<typeof optionWords>,
  textsFor: typeof typedTexts,
  valuesOf: (field: Element) => readonly string[],
  most: number,
) {
  const typing = ['input', 'keydown', 'keypress', 'keyup', 'search'];
  const suggesting = '[role=combobox i], [aria-autocomplete=list i], [aria-autocomplete=both i]';
  const worded = 'input:is(:not([type]), [type=text i], [type=search i])';
  const choices = `select, input:is([type=radio i], [type=checkbox i], [type=range i], [min][max]), ${worded}`;
  /** What is typed there, or said of it or its button, looks for something. */
  const looking =
    /search|find|filter|query|keyword|look ?up|\bsuche|recherch|cherch|busc|cerca|zoek|sök|søg|szuk|hled|поиск|найти|искать/i;
  const longest = 100;
  const leastLength = 5;
  /** Texts that are looked for by a button each. */
  const mostLookedFor = 8;
  const buttons = 'button, input:is([type=button i], [type=submit i], [type=image i]), a, [role=button], [onclick]';
  /** Options of a list that are tried one by one. */
  const mostOptions = 100;
  /** Lists and boxes of a document that are tried together with a button. */
  const mostChoices = 50;
  /** Positions of a slider, or files, that are all tried, as those of a control are. */
  const mostPositions = 12;
  /** Fields into which more than one text is typed. */
  const mostTyped = 10;
  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name) ?? '';
  const isSelect = (element: Element): element is HTMLSelectElement => nameOf(element) === 'select';

  /** The place of what is chosen, typed or set among all that was planned: scripts may offer others by then. */
  const placeOfChoice = (name: string): number => {
    const known = kept.options.indexOf(name);
    return known >= 0 ? known : kept.options.push(name) - 1;
  };
  /** @param texts what is typed into the field, one after the other */
  const planChoice = (
    field: Element,
    [index, value]: readonly [index: number, value: string],
    texts: readonly string[],
    told: Element,
    place: string,
    root: Node,
  ) => {
    const [target, at] = [placeOf(told), placeOf(field)];
    const tell = () => {
      const isFew = field.matches('[type=range i], [type=file i]') && valuesOf(field).length <= mostPositions;
      const [isOwn, isTyped] = [field === told, texts.length > 0];
      return {
        // Each list, and boxes of each name, have a group of their own: they bring different things.
        group: `choose ${place} ${pattern(field, root)}<${target} ${isSelect(field) ? at : attribute(field, 'name')}`,
        label: `${index} ${value}`,
        isTyped: isTyped || undefined,
        suggests: (isTyped && field.matches(suggesting)) || undefined,
        isPair: (!field.hasAttribute('list') && value.length === 2 && texts.includes('a')) || undefined,
        // What is sent with a form is chosen as a button is pressed.
        isControl: (isOwn ? isFew : !isTyped && nameOf(told) === 'form') || undefined,
        comesLast: (!isOwn && kept.roots.has(field)) || undefined,
        words: [
          ...(isOwn ? [] : [sayOf(told, told)]),
          ...(isSelect(field) ? sayChosen(field, index, isOwn ? root : field) : [sayOf(field, field)]),
        ],
      };
    };
    const option = isSelect(field) ? field.options[index] : undefined;
    const choice = placeOfChoice(option ? nameOfOption(option) : value);
    add([target, 'choose', at, choice], told, place, root, tell, `${place} ${value.replaceAll(' ', '_')}`.trim());
  };
  const optionsOf = (select: HTMLSelectElement) =>
    Array.from(select.options, ({ value, disabled }, index) => [index, disabled ? '' : value] as const)
      .slice(0, mostOptions)
      .filter(([, value]) => value !== '');
  const shortestOf = (texts: readonly string[]) => Math.min(...texts.map(({ length }) => length));
  /** Plans what is typed, the last first, as plans are gone through from their end. */
  const planTexts = (field: Element, place: string, root: Node) => {
    const isListed = field.hasAttribute('list');
    const [before, now] = [kept.typed.get(field), textsFor(field)];
    // What says how long a text must be may be gone once there is one.
    const texts = before && !isListed && shortestOf(before) > shortestOf(now) ? before : now;
    if (field.matches(':disabled') || (!isListed && !hears(root, typing))) return;
    if (!kept.typed.has(field) && kept.typed.size >= mostTyped) return;
    if (texts.length > 0) kept.typed.set(field, texts);
    for (const text of [...texts.entries()].reverse()) planChoice(field, text, texts, field, place, root);
  };
  /** Plans what is typed into a field and chosen in it, one by one: what comes of one may take the place of what came of another. */
  const planHeard = (field: Element, place: string, root: Node) => {
    planTexts(field, place, root);
    if (field.matches(':disabled') || !hears(root, ['input', 'change'])) return;
    const values = isSelect(field) ? optionsOf(field) : valuesOf(field).entries();
    for (const value of values) planChoice(field, value, [], field, place, root);
  };
  /** What may ask which option of a field was chosen: its form, or else the first button after it, or the last one before it. */
  const toldOf = (field: Element): readonly [element: Element, place: string] | undefined => {
    const form = field.closest('form');
    const submitted = form ? heardAt(form, 'submit') : undefined;
    // Without a button that sends it, a form is there to hold them together.
    const isSent = form && Array.from(form.elements).some((one) => Reflect.get(one, 'type') === 'submit');
    if (form && isSent && submitted !== undefined) return [form, submitted];
    const isAfter = (one: Element) => (field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    let before: readonly [Element, string] | undefined;
    let scope: Element | null = form ?? field.parentElement;
    for (let depth = 0; scope && depth < 4; depth++, scope = form ? null : scope.parentElement) {
      let last: readonly [Element, string] | undefined;
      for (const button of Array.from(scope.querySelectorAll(buttons)).slice(0, most)) {
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
  /** Whether a text that is typed into a field is looked for once a button is pressed: nobody else asks for several. */
  const looksFor = (field: Element, told: Element): boolean => {
    const { maxLength, pattern } = Object(field);
    // A code is no word that is looked for.
    if (pattern || (maxLength >= 0 && maxLength < leastLength)) return false;
    if (field.matches('[list], [type=search i], [role=search i] *, [name=q i], [name=s i]')) return true;
    const button = nameOf(told) === 'form' ? (told.querySelector('[type=submit i], button:not([type])') ?? told) : told;
    const label =
      field.closest('label') ?? (field.id && document.querySelector(`label[for="${CSS.escape(field.id)}"]`));
    const texts = [button, label || field].map((one) => (one.textContent ?? '').slice(0, longest));
    return looking.test([saidOf(field), saidOf(button), ...texts].join(' '));
  };
  /** Plans what is chosen in fields that others ask for it. */
  const planAsked = () => {
    for (const field of inside(document, choices).slice(0, mostChoices)) {
      // A list or a box that hears itself what is chosen may keep it in mind until a button is pressed; others need none.
      const needsNone = kept.roots.has(field) && !field.matches('select, [type=radio i], [type=checkbox i]');
      const told = needsNone || field.matches(':disabled') ? undefined : toldOf(field);
      if (!told) continue;
      if (field.matches(worded) && !looksFor(field, told[0])) continue;
      // The last first, as plans are gone through from their end.
      const most = field.hasAttribute('list') ? undefined : mostLookedFor;
      const texts = textsFor(field).slice(0, most);
      const values = [...valuesOf(field).entries()];
      const isBox = field.matches('[type=radio i], [type=checkbox i]');
      const chosen = isSelect(field) ? optionsOf(field) : isBox ? [[0, attribute(field, 'value')] as const] : values;
      for (const value of texts.length > 0 ? [...texts.entries()].reverse() : chosen)
        planChoice(field, value, texts, ...told, told[0]);
    }
  };
  return { planHeard, planAsked, toldOf };
}
