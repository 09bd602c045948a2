import type { ElementWords } from '../../../safety/element.ts';
import type { Act, WordedAct } from '../../explore/gestures.ts';
import { textOf } from '../dom.ts';
import { patternOf } from './element-looks.ts';
import { type Around, elementWords } from './element-words.ts';
import { CONTROL, isFar } from './gesture-elements.ts';
import { isKnown, kept, know } from './kept-acts.ts';

/** Returns the name of an option, independent of its place. */
export const nameOfOption = ({ text, value }: HTMLOptionElement) => `${text}\n${value}`;
export const wordsOfOption = ({ text, value }: HTMLOptionElement): ElementWords => ({
  ...{ names: [], told: [], addresses: [], codes: [], places: [], asked: [], questions: [], answers: [] },
  searches: false,
  isInForm: false,
  texts: [text.slice(0, 200)],
  looseNames: [value.slice(0, 200)],
});
/** @param of words of the whole list */
export const wordsWithout = (list: HTMLSelectElement, of: ElementWords): ElementWords => {
  // If the list has no other text, its options and their joined text are among the words.
  const text = textOf(list).replace(/\s+/g, ' ').trim().slice(0, 200);
  const parts = Array.from(list.options, (one) => [one.text, one.value]).flat();
  const told = new Set([...parts, text]);
  const rest = (texts: readonly string[]) => texts.filter((one) => !told.has(one));
  return { ...of, texts: rest(of.texts), names: rest(of.names) };
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
