import type { ElementWords } from '../../../safety/element.ts';
import type { Act, Gesture, WordedAct } from '../../explore/gestures.ts';
import { textOf } from '../dom.ts';
import { labelOf, patternOf } from './element-looks.ts';
import { type Around, elementWords } from './element-words.ts';
import { isKnown, kept, know, placeOf } from './kept-acts.ts';
import { CONTROL, isFar } from './listening.ts';

/** Returns the name of an option, independent of its place. */
export const nameOfOption = ({ text, value }: HTMLOptionElement) => `${text}\n${value}`;
const wordsOfOption = ({ text, value }: HTMLOptionElement): ElementWords => ({
  ...{ names: [], descriptions: [], addresses: [], codes: [], places: [], asked: [], questions: [], answers: [] },
  searches: false,
  isInForm: false,
  texts: [text.slice(0, 200)],
  looseNames: [value.slice(0, 200)],
});
/** @param of words of the whole list */
const wordsWithout = (list: HTMLSelectElement, of: ElementWords): ElementWords => {
  // If the list has no other text, its options and their joined text are among the words.
  const text = textOf(list).replace(/\s+/g, ' ').trim().slice(0, 200);
  const parts = Array.from(list.options, (one) => [one.text, one.value]).flat();
  const own = new Set([...parts, text]);
  const rest = (texts: readonly string[]) => texts.filter((one) => !own.has(one));
  return { ...of, texts: rest(of.texts), names: rest(of.names) };
};

/** Returns the words of a list for a chosen option. */
export const chosenWords = (list: HTMLSelectElement, index: number, whole: ElementWords): ElementWords => {
  const [bare, option] = [wordsWithout(list, whole), list.options[index]];
  const { texts, looseNames } = option ? wordsOfOption(option) : bare;
  return { ...bare, texts: [...bare.texts, ...texts], looseNames: [...bare.looseNames, ...looseNames] };
};

const nothingPlanned = () => ({
  planned: Array.of<WordedAct>(),
  /** Words of planned elements, each once. */
  words: Array.of<ElementWords>(),
  around: new Map<Element, Around>(),
  /** Indexes of an element's words, by listener. */
  said: new Map<Element, Map<Node | undefined, number>>(),
  /** Indexes of the words of options, and of lists without options. */
  saidByOption: new Map<string, number>(),
  saidByList: new Map<number, number>(),
});

/** Current plan. */
export let plan = nothingPlanned();
export function beginPlan(): void {
  plan = nothingPlanned();
}

export const sayOf = (element: Element, listens: Node): number => {
  const near = isFar(listens) ? undefined : listens;
  const own = plan.said.get(element) ?? new Map<Node | undefined, number>();
  plan.said.set(element, own);
  const known = own.get(near);
  if (known !== undefined) return known;
  const now = elementWords(element, near, plan.around);
  kept.said.set(element, { words: JSON.stringify({ ...now, places: [] }), listens: near });
  const place = plan.words.push(now) - 1;
  own.set(near, place);
  return place;
};

/** Returns the indexes of the words of a list without options, and of one option. */
export const sayChosen = (list: HTMLSelectElement, index: number, listens: Node): readonly number[] => {
  const whole = sayOf(list, listens);
  const [of, option] = [plan.words[whole], list.options[index]];
  if (!of || !option) return [whole];
  const own = plan.saidByOption.get(nameOfOption(option)) ?? plan.words.push(wordsOfOption(option)) - 1;
  plan.saidByOption.set(nameOfOption(option), own);
  const bare = plan.saidByList.get(whole) ?? plan.words.push(wordsWithout(list, of)) - 1;
  plan.saidByList.set(whole, bare);
  return [bare, own];
};

export const pattern = (element: Element, root: Node) => patternOf(element, isFar(root) && !element.matches(CONTROL));
/**
 * Plans an action unless it was planned before.
 *
 * @param element element that gets the events, for the listener `root`
 * @param tell returns the other properties; called only if the action is planned
 * @param said place of the scripts, with the chosen option
 */
export const add = (
  act: Act,
  element: Element,
  place: string,
  root: Node,
  tell: () => Omit<WordedAct, 'act' | 'place'>,
  said = place,
) => {
  if (isKnown(act.join(' '), element, said, root)) return;
  know(act.join(' '), element, place, root, said);
  plan.planned.push({ act, place, ...tell() });
};

/** Further submit buttons of a form, and objects dropped at one place. */
const MOST_OTHERS = 10;
/** Plans a gesture with each possible second element. */
export const addWithEach = (
  element: Element,
  gesture: Gesture,
  others: readonly Element[],
  place: string,
  root: Node,
  isControl = false,
) => {
  for (const other of others.slice(0, MOST_OTHERS))
    add([placeOf(element), gesture, placeOf(other)], element, place, root, () => ({
      group: `${gesture} ${place} ${pattern(element, root)}`,
      label: labelOf(other),
      isControl,
      words: [sayOf(element, root), sayOf(other, other)],
    }));
};

/** Plans a gesture with each labelled option, the last first, since plans are processed from the end. */
export const addEach = (element: Element, gesture: Gesture, options: readonly string[], place: string, root: Node) => {
  for (const [option, label] of [...options.entries()].reverse()) {
    const target = placeOf(element);
    if (kept.known.has(`${target} ${gesture} ${target} ${option}`)) continue;
    add([target, gesture, target, option], element, place, root, () => ({
      group: `${gesture} ${place} ${pattern(element, root)}<${target}`,
      label,
      isControl: true,
      words: [sayOf(element, root)],
    }));
  }
};
