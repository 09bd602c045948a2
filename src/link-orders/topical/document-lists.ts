import { documentTypes } from '../../url/file-types.ts';
import { decoded } from '../../url/parse.ts';

/** Documents that people read. Files of data, or of a program, lie in lists that are called otherwise. */
const texts = documentTypes('pdf ps djvu doc docx odt rtf ppt pptx odp epub tex dvi'.split(' '));

/** Whether documents of any of these types, endings or content types, are texts. */
export const haveTexts = (types: readonly string[]): boolean =>
  types.some((type) => texts.isType(type) || texts.isDocument(`/a.${type.replace(/^\./, '')}`));

/** What pages that list such documents are called: of themselves, … */
const LISTS = `
  papers paper publications publication pubs reports report tr trs techreports preprints preprint postscript ps pdf
  theses thesis dissertations dissertation articles bibliography proceedings manuscripts abstracts
  veröffentlichungen veroeffentlichungen publikationen aufsätze diplomarbeiten masterarbeiten dissertationen berichte
  thèses rapports mémoires publicaciones artículos tesis informes pubblicazioni tesi articoli publicações artigos teses
  relatórios publikacje prace artykuły публикации публикация статьи труды диссертации авторефераты отчёты отчеты
  论文 文献 报告 出版 論文 文獻 發表 发表`;
/** … those on which documents stand among other things, … */
const MATERIALS = `
  notes classnotes lecture lectures slides handouts handout homework homeworks hw assignments assignment exams exam
  examinations midterm quizzes tests labs problems solutions materials material syllabus readings documents
  documentation docs downloads download manuals manual talks tutorials tutorial surveys survey
  skript skripte folien übungen uebungen übungsblätter uebungsblaetter klausuren formulare ordnungen
  polycopié polycopiés examens exercices documentos apuntes exámenes ejercicios dispense esercizi lezioni esami
  apostilas exercícios materiały wykłady лекции конспекты слайды задания материалы пособия документы учебники
  课件 讲义 作业 下载 大纲 講義 資料 課題 試題 试题`;
/** … and pages that lead to such: of courses. */
const COURSES = `
  course courses class classes teaching instructional spring fall autumn winter summer semester seminar seminars
  vorlesung vorlesungen lehre lehrveranstaltungen seminare cours enseignement cursos asignaturas docencia corsi corso
  didattica disciplinas ensino przedmioty курсы курс дисциплины обучение 课程 教学 授業 課程`;

const words: ReadonlyMap<string, number> = new Map(
  [COURSES, MATERIALS, LISTS].flatMap((list, at) =>
    list
      .trim()
      .split(/\s+/)
      .map((word): [string, number] => [word, at + 1]),
  ),
);

/** `CS 472` in an anchor; `cs472`, `~cs536-1` as the whole name of a file or folder. What has other names is no course. */
const COURSE = /(?<!\p{L})\p{Lu}{2,4}[ -]?\d{3}(?!\d)/u;
const COURSE_NAME = /^~?(?!node|page|item|note|part|img|fig|tab|vol|sec)[a-z]{2,4}-?\d{3}(?!\d|[a-z]{2})/i;

/**
 * What the text of a link, and the last two names of its address, say of such documents: 3 where they name lists of them, 2
 * materials of courses and other pages on which some stand, 1 courses, which lead to these; 0 nothing. In the languages of
 * its lists, whichever those of the topic are: sites name their folders as they like.
 */
export function documentLists(anchor: string, url: string): number {
  const names = decoded(new URL(url).pathname).split('/').slice(-2);
  const text = `${anchor} ${names.join(' ')}`.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  let most = COURSE.test(anchor) || names.some((name) => COURSE_NAME.test(name)) ? 1 : 0;
  for (const word of text.match(/\p{L}{2,}/gu) ?? []) most = Math.max(most, words.get(word) ?? 0, ofHan(word));
  return most;
}

/** Of words that are not separated: each two neighbouring signs may be one. */
function ofHan(run: string): number {
  let most = 0;
  if (run.charCodeAt(0) < 0x3000) return most;
  for (let at = 0; at + 1 < run.length; at++) most = Math.max(most, words.get(run.slice(at, at + 2)) ?? 0);
  return most;
}
