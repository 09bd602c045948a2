import { z } from 'zod';
import { drawn } from '../../domain/random.ts';
import { addressWords } from '../../url/address-words.ts';
import { documentTypes } from '../../url/file-types.ts';
import { decoded } from '../../url/parse.ts';
import { fitHere, fitInThread } from '../learned/boosted-trees.ts';
import { learnedOrder } from '../learned/learned-order.ts';
import { measureOf } from '../learned/link-features.ts';
import { LinkModel } from '../learned/link-model.ts';
import { linkOrder } from '../link-order.ts';

/** Types of documents for reading. Data and program files are in lists with other names. */
const texts = documentTypes('pdf ps djvu doc docx odt rtf ppt pptx odp epub tex dvi'.split(' '));

/** Tells whether any of these types (file endings or content types) is a type of text documents. */
export const haveTexts = (types: readonly string[]): boolean =>
  types.some((type) => texts.isType(type) || texts.isDocument(`/a.${type.replace(/^\./, '')}`));

/** Words for lists of such documents. */
const LISTS = `
  papers paper publications publication pubs reports report tr trs techreports preprints preprint postscript ps pdf
  theses thesis dissertations dissertation articles bibliography proceedings manuscripts abstracts
  veröffentlichungen veroeffentlichungen publikationen aufsätze diplomarbeiten masterarbeiten dissertationen berichte
  thèses rapports mémoires publicaciones artículos tesis informes pubblicazioni tesi articoli publicações artigos teses
  relatórios publikacje prace artykuły публикации публикация статьи труды диссертации авторефераты отчёты отчеты
  论文 文献 报告 出版 論文 文獻 發表 发表`;
/** Words for pages with some such documents. */
const MATERIALS = `
  notes classnotes lecture lectures slides handouts handout homework homeworks hw assignments assignment exams exam
  examinations midterm quizzes tests labs problems solutions materials material syllabus readings documents
  documentation docs downloads download manuals manual talks tutorials tutorial surveys survey
  skript skripte folien übungen uebungen übungsblätter uebungsblaetter klausuren formulare ordnungen
  polycopié polycopiés examens exercices documentos apuntes exámenes ejercicios dispense esercizi lezioni esami
  apostilas exercícios materiały wykłady лекции конспекты слайды задания материалы пособия документы учебники
  课件 讲义 作业 下载 大纲 講義 資料 課題 試題 试题`;
/** Words for courses, whose pages lead to such documents. */
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

/** `CS 472` in an anchor; `cs472`, `~cs536-1` as the full name of a file or folder. Other names are no courses. */
const COURSE = /(?<!\p{L})\p{Lu}{2,4}[ -]?\d{3}(?!\d)/u;
const COURSE_NAME = /^~?(?!node|page|item|note|part|img|fig|tab|vol|sec)[a-z]{2,4}-?\d{3}(?!\d|[a-z]{2})/i;

/**
 * Scores a link by its text and the last two names of its address: 3 for document lists, 2 for course materials and
 * similar pages, 1 for courses, else 0. Words of all languages count, as in names of folders.
 */
export function documentLists(anchor: string, url: string): number {
  const names = decoded(new URL(url).pathname).split('/').slice(-2);
  const text = `${anchor} ${names.join(' ')}`.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  let most = COURSE.test(anchor) || names.some((name) => COURSE_NAME.test(name)) ? 1 : 0;
  for (const word of text.match(/\p{L}{2,}/gu) ?? []) most = Math.max(most, words.get(word) ?? 0, ofHan(word));
  return most;
}

/** Scores Han text, which has no blanks: any two neighbouring characters may be a word. */
function ofHan(run: string): number {
  let most = 0;
  if (run.charCodeAt(0) < 0x3000) return most;
  for (let at = 0; at + 1 < run.length; at++) most = Math.max(most, words.get(run.slice(at, at + 2)) ?? 0);
  return most;
}

/** Weights in a link's score of ln(1 + 100 likeness): of the link's text, its page's title, its page's text. */
const OF_TEXT = 0.8;
const OF_TITLE = 0.8;
const OF_PAGE = 0.3;
/** Penalty for each segment of an address if the targets are pages: pages that lead to others have short addresses. */
const OF_SEGMENT = 0.4;
/** Factor for likenesses if the targets are documents. */
const BESIDE_DOCUMENTS = 0.1;
/** Bonus for a text that names lists of documents or pages that lead to documents. */
const OF_DOCUMENTS = 1;
/** Weight of unexplored sections if the targets are documents, as documents are in many sections. */
const UNSEEN_SECTION = 1.5;

/**
 * Joins the immediate value of Ma 2010, §1, with learning from similar links. The text of a link is its anchor, the
 * words around the anchor and those of the address. The title of the link's page counts too, as a list of students, for
 * example, is named in its heading only.
 *
 *     learned + 0.8 ln(1 + 100 text) + 0.8 ln(1 + 100 title) + 0.3 ln(1 + 100 page) - 0.4 segments
 *
 * `learned` is the score of link order `learned` without a prior, with the three likenesses as features. `segments`
 * counts those of the address: home pages of people, courses and projects have few (Kraaij, Westerveld, Hiemstra 2002,
 * "The importance of prior probabilities for entry page search").
 *
 * If the target documents are texts, the three likenesses have a tenth of their weight, and segments none. Names of
 * document lists ("publications") or of courses ("CS 472") add 1, and unexplored sections count three times.
 */
export const topic = linkOrder({
  name: 'topic',
  summary: 'how close the text of a link is to the topic, and what similar links brought',
  source: 'our own, after Ma 2010, §1',
  needs: ['topic', 'page-text', 'tag-paths', 'contexts'],
  params: z.strictObject({}),
  make(_, { inThreads, remembered, seed, topic: about }) {
    const wantsDocuments = about !== undefined && haveTexts(about.definition.targets.types);
    const share = wantsDocuments ? BESIDE_DOCUMENTS : 1;
    const ofSegment = wantsDocuments ? 0 : OF_SEGMENT;
    const likenessOf = (text: readonly string[]) => about?.relevance(text) ?? 0;
    /** Likeness of the last title. Cached, as links arrive page by page. */
    let last = { title: '', url: '', likeness: 0 };
    const titleOf = ({ title, url }: { readonly title: string; readonly url: string }): number => {
      if (title !== last.title || url !== last.url)
        last = { title, url, likeness: likenessOf([title, addressWords(url)]) };
      return last.likeness;
    };
    return learnedOrder({
      model: new LinkModel(undefined, inThreads ? fitInThread : fitHere, wantsDocuments ? UNSEEN_SECTION : undefined),
      basis: JSON.stringify(['topic', about?.definition, seed]),
      remembered,
      luck: (link) => drawn(seed, link),
      likeness({ url, anchor, context }, page) {
        const address = addressWords(url);
        return {
          text: likenessOf([anchor, context, address]),
          title: page === undefined ? 0 : titleOf(page),
          documents: wantsDocuments ? documentLists(anchor, url) : undefined,
        };
      },
      lean: (features) =>
        (measureOf(features, 'how clearly its text names lists of documents') > 0 ? OF_DOCUMENTS : 0) -
        ofSegment * measureOf(features, 'segments of the path') +
        share *
          (OF_TEXT * Math.log1p(Math.max(0, measureOf(features, 'likeness of its text to the topic'))) +
            OF_TITLE * Math.log1p(Math.max(0, measureOf(features, "likeness of its page's title to the topic"))) +
            OF_PAGE * Math.log1p(Math.max(0, measureOf(features, "likeness of its page's text to the topic")))),
    });
  },
});
