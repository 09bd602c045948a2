import { queryAll, textOf } from '../dom.ts';

const MOST = 30;
/** Characters around a field that may describe the expected text. */
const LONGEST = 300;
/** Characters of the raw text around a field, including hidden ones. */
const MOST_ASKED = 3000;
/** Ancestors of a field whose text may describe the expected text. */
const HIGHEST = 6;
const WORDED = 'input:is(:not([type]), [type=text i], [type=search i])';
const PERSONAL = ':is([name*=mail i], [name*=phone i], [name*=user i], [name*=login i], [name*=pass i])';
const LETTERS = [...'aeisbmcrkldhwgtpnfjovyuz'];
const PAIRS =
  'co ca be ma in ch al an de st ba pr er br bi ar se lo di re au te li ge so po sc mi me ha la ph th tr un am as at bo cu da do el en es eu fa fi fo fr gr he hi ho ic is it le mo mu na ne no or pa pe pi ra ro sa si sp su sy ta ti to va vi wa we wi';
const TRIPLES =
  'int con mat his pro uni com art sta eng che bio phy lan law med sch ing ion the edu geo pol soc eco lit mus phi psy tec';
/** Words before examples, and a list of examples in the field itself. */
const EXAMPLE =
  /(?<!\p{L})(?:e\. ?g\.|eg\.?|for example|for instance|such as|z\. ?b\.|zum beispiel|p\. ?ex\.|par exemple|por ejemplo|bijv\.|например|напр\.)[\s,:]*([^:()[\]…\n]+)/iu;
const LIST = /:\s*([^:()[\]…]+,[^:()[\]…]+)/u;
const MOST_EXAMPLES = 3;
const ASKED = /\b(?:two|three|[23]|zwei|drei)\b[^.]{0,20}\b(?:letter|char|sign|zeichen|buchstab)/i;

/**
 * Returns texts to type into a suggesting field, one after the other: listed values, or examples, then frequent letters
 * and pairs. A field that asks for two or three letters gets no fewer.
 *
 * @returns none for other fields, and for those that ask for a name, a mail address or a password
 */
export function typedTexts(field: Element): readonly string[] {
  const isField = (element: Element): element is HTMLInputElement => element.matches(WORDED);
  // A hidden field only serves a form.
  if (!isField(field) || field.readOnly || field.matches(PERSONAL) || field.ariaHidden === 'true') return [];
  const listed = Array.from(field.list?.options ?? [], ({ value }) => value).filter((value) => value !== '');
  if (listed.length > 0) return listed.slice(0, MOST);
  /** Returns the visible text, with blocks separated; computing this is slow for long texts. */
  const shownIn = (element: Element): string =>
    'innerText' in element && textOf(element).length < MOST_ASKED
      ? String(Reflect.get(HTMLElement.prototype, 'innerText', element))
      : textOf(element);
  /** Texts around a field, up to the largest short one with no other field. */
  const beside: string[] = [];
  for (let around = field.parentElement; around && beside.length < HIGHEST; around = around.parentElement) {
    const text = shownIn(around);
    const isFar = beside.length > 0 && text.length > LONGEST;
    if (isFar || queryAll(around, 'input').length > 1) break;
    beside.push(text.slice(0, LONGEST));
  }
  const description = [field.placeholder, field.title, field.ariaLabel, ...beside].join('\n');
  const [, given = ''] = EXAMPLE.exec(description) ?? LIST.exec(field.placeholder) ?? [];
  const words = given.split(/[,;/]| or | oder /);
  const isWord = (text: string) => /^\p{L}.{1,40}$/u.test(text);
  const examples = words
    .map((text) => text.replace(/^[\s"'“„«‘]+|[\s"'”“»’.]+$/gu, ''))
    .filter(isWord)
    .slice(0, MOST_EXAMPLES);
  const [hint = ''] = ASKED.exec(description) ?? [];
  const least = /three|3|drei/i.test(hint) ? 3 : hint === '' ? field.minLength : 2;
  if (least > 3) return [];
  const usual = least === 3 ? TRIPLES.split(' ') : least === 2 ? PAIRS.split(' ') : [...LETTERS, ...PAIRS.split(' ')];
  return [...new Set([...examples, ...usual])];
}
