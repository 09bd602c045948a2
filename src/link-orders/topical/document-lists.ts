import { documentTypes } from '../../url/document-types.ts';

/** Documents that people read. Files of data, or of a program, lie in lists that are called otherwise. */
const texts = documentTypes('pdf ps djvu doc docx odt rtf ppt pptx odp epub tex dvi'.split(' '));

/** Whether documents of any of these types, endings or content types, are texts. */
export const haveTexts = (types: readonly string[]): boolean =>
  types.some((type) => texts.isType(type) || texts.isDocument(`/a.${type.replace(/^\./, '')}`));

/** What pages that list such documents are called, in English: of themselves, … */
const LISTS =
  'papers paper publications publication pubs reports report tr techreports preprints preprint postscript ps pdf theses ' +
  'thesis dissertations dissertation articles bibliography proceedings manuscripts abstracts';
/** … and those on which documents stand among other things. */
const OTHERS =
  'notes lecture lectures slides handouts handout homework homeworks hw assignments assignment exams exam midterm ' +
  'solutions materials material syllabus readings documents documentation docs downloads download manuals manual ' +
  'research talks tutorials tutorial surveys survey';

const words: ReadonlyMap<string, number> = new Map([
  ...OTHERS.split(' ').map((word): [string, number] => [word, 0.5]),
  ...LISTS.split(' ').map((word): [string, number] => [word, 1]),
]);

/** How clearly a text names lists of such documents: 1, 0.5 or 0. */
export function documentLists(text: string): number {
  let most = 0;
  for (const word of text.toLowerCase().match(/\p{L}{2,}/gu) ?? []) most = Math.max(most, words.get(word) ?? 0);
  return most;
}
