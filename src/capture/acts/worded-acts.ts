import type { ElementWords } from '../../safety/element.ts';
import type { elementLooks } from './element-looks.ts';
import type { elementWords } from './element-words.ts';
import type { gestureElements } from './gesture-elements.ts';
import type { Act, WordedAct } from './gestures.ts';
import type { keptActs } from './kept-acts.ts';
import type { optionWords } from './option-words.ts';

/**
 * Runs in a page, in a world of our own: what is planned, and the words of the elements that it is planned for, each once.
 * It is sent into browsers as it stands, so it uses nothing from outside.
 *
 * @param wordsOf what an element says of itself
 */
export function wordedActs(
  { kept, isKnown, know }: ReturnType<typeof keptActs>,
  { isFar, control }: ReturnType<typeof gestureElements>,
  { patternOf }: ReturnType<typeof elementLooks>,
  wordsOf: typeof elementWords,
  silent: Parameters<typeof elementWords>[3],
  { nameOfOption, wordsOfOption, wordsWithout }: ReturnType<typeof optionWords>,
) {
  const planned: WordedAct[] = [];
  const words: ElementWords[] = [];
  const around: Parameters<typeof elementWords>[2] = new Map();
  /** The places of an element's words among them, by what listens for it. */
  const said = new Map<Element, Map<Node | undefined, number>>();
  const sayOf = (element: Element, listens: Node): number => {
    const near = isFar(listens) ? undefined : listens;
    const own = said.get(element) ?? new Map<Node | undefined, number>();
    said.set(element, own);
    const known = own.get(near);
    if (known !== undefined) return known;
    const now = wordsOf(element, near, around, silent);
    kept.said.set(element, { words: JSON.stringify({ ...now, places: [] }), listens: near });
    const place = words.push(now) - 1;
    own.set(near, place);
    return place;
  };
  /** Places of what options say, and of lists without them. */
  const saidByOption = new Map<string, number>();
  const saidByList = new Map<number, number>();
  /** What is said by one option of a list, and by the list without them. */
  const sayChosen = (list: HTMLSelectElement, index: number, listens: Node): readonly number[] => {
    const whole = sayOf(list, listens);
    const [of, option] = [words[whole], list.options[index]];
    if (!of || !option) return [whole];
    const own = saidByOption.get(nameOfOption(option)) ?? words.push(wordsOfOption(option)) - 1;
    saidByOption.set(nameOfOption(option), own);
    const bare = saidByList.get(whole) ?? words.push(wordsWithout(list, of)) - 1;
    saidByList.set(whole, bare);
    return [bare, own];
  };
  const pattern = (element: Element, root: Node) => patternOf(element, isFar(root) && !element.matches(control));
  /**
   * Plans an act unless it was planned before.
   *
   * @param element what hears it, for `root`
   * @param tell the rest of it; elements say their words only for what is planned
   * @param said the place, with what is chosen there
   */
  const add = (
    act: Act,
    element: Element,
    place: string,
    root: Node,
    tell: () => Omit<WordedAct, 'act' | 'place'>,
    said = place,
  ) => {
    if (isKnown(act.join(' '), element, said, root)) return;
    know(act.join(' '), element, place, root, said);
    planned.push({ act, place, ...tell() });
  };
  return { planned, words, sayOf, sayChosen, pattern, add };
}
