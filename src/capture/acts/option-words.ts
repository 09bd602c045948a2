import type { ElementWords } from '../../safety/element.ts';

/**
 * Runs in a page, in a world of our own: what a list to choose from says by one of its options, and without them; what
 * another option would do is none of its matters. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export function optionWords() {
  /** Stands for an option, wherever scripts put it. */
  const nameOfOption = ({ text, value }: HTMLOptionElement) => `${text}\n${value}`;
  const wordsOfOption = ({ text, value }: HTMLOptionElement): ElementWords => ({
    ...{ names: [], told: [], addresses: [], codes: [], places: [], asked: [], questions: [], answers: [] },
    searches: false,
    isInForm: false,
    texts: [text.slice(0, 200)],
    looseNames: [value.slice(0, 200)],
  });
  /** @param of what the whole list says */
  const wordsWithout = (list: HTMLSelectElement, of: ElementWords): ElementWords => {
    // Where nothing else stands beside it, its parts and their text as a whole are told, too.
    const text = (Reflect.get(Node.prototype, 'textContent', list) ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
    const parts = Array.from(list.options, (one) => [one.text, one.value]).flat();
    const told = new Set([...parts, text]);
    const rest = (texts: readonly string[]) => texts.filter((one) => !told.has(one));
    return { ...of, texts: rest(of.texts), names: rest(of.names) };
  };
  return { nameOfOption, wordsOfOption, wordsWithout };
}
