import { existsSync } from 'node:fs';
import { compareScored, type Qrels, readQrels, readRun, writeQrels } from '../../analysis/trec/files.ts';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { refuseUnwritable, writeToFile } from '../../export/write.ts';
import { visitedPages } from '../../storage/lists/pages.ts';
import { openStoreToRead, type Store } from '../../storage/open.ts';
import { pageVersionQueries, unpacked } from '../../storage/page-changes.ts';
import { printable } from '../printable.ts';
import { decoded, readInput } from '../sites-file.ts';
import type { JudgeOptions } from '../verbs/results/judge.ts';

/** Meanings of the keys for the shown page. */
const JUDGE_KEYS = { y: 'relevant', n: 'not relevant', s: 'skip', u: 'undo', q: 'quit' } as const;
type JudgeKey = keyof typeof JUDGE_KEYS;

const isJudgeKey = (key: string): key is JudgeKey => key in JUDGE_KEYS;

/** Pages to judge one after the other, without those already judged. */
class Judging<Page extends { readonly url: string }> {
  readonly #judged: Map<string, number>;
  readonly #pages: readonly Page[];
  #at = 0;

  /** @param qrels judgements, which this class changes */
  constructor(qrels: Qrels, topic: string, pages: readonly Page[]) {
    this.#judged = qrels.get(topic) ?? new Map();
    qrels.set(topic, this.#judged);
    this.#pages = pages.filter(({ url }) => !this.#judged.has(url));
  }

  get page(): Page | undefined {
    return this.#pages[this.#at];
  }

  /** Number of remaining pages, including the shown one. */
  get left(): number {
    return this.#pages.length - this.#at;
  }

  /** Counts of all judgements for this topic. */
  get counts(): { readonly judged: number; readonly relevant: number } {
    const relevant = [...this.#judged.values()].filter((judgement) => judgement >= 1).length;
    return { judged: this.#judged.size, relevant };
  }

  /** Judges the shown page, skips this page, or returns to the one before. Returns true if the judgements changed. */
  press(key: Exclude<JudgeKey, 'q'>): boolean {
    if (key === 'u') {
      if (this.#at === 0) return false;
      this.#at--;
      return this.#judged.delete(this.page?.url ?? '');
    }
    const url = this.page?.url;
    if (url === undefined) return false;
    this.#at++;
    if (key !== 's') this.#judged.set(url, key === 'y' ? 1 : 0);
    return key !== 's';
  }
}

/** Maximum number of characters shown of a page's text. */
const SHOWN = 600;

const PROMPT = Object.entries(JUDGE_KEYS)
  .map(([key, meaning]) => `${key} ${meaning}`)
  .join(', ');

interface JudgedPage {
  readonly url: string;
  /** Number of the page's link; undefined if the crawl did not visit the page. */
  readonly page: number | undefined;
  readonly title: string;
  readonly score: number | undefined;
}

/** Asks about one page after the other, by keys or piped letters, and saves the judgements after each. */
export async function runJudge({ db, topic, qrels: file, run }: JudgeOptions): Promise<number> {
  refuseUnwritable(file, true);
  const name = `--qrels: ${file}`;
  const qrels = existsSync(file) ? readQrels(decoded(readInput(file, '--qrels'), name), name) : new Map();
  const store = await openStoreToRead(db);
  try {
    const all = pagesOf(store);
    const judging = new Judging(qrels, topic, run === undefined ? all : ofRun(all, run, topic));
    const texts = pageVersionQueries(store).text;
    const show = () => {
      const { page } = judging;
      if (page)
        process.stdout.write(
          card(page, judging.left, page.page === undefined ? undefined : texts.get({ page: page.page })?.text),
        );
    };
    show();
    if (judging.page)
      for await (const key of keys()) {
        if (!isJudgeKey(key)) continue;
        if (key === 'q') break;
        process.stdout.write(`${JUDGE_KEYS[key]}\n\n`);
        if (judging.press(key)) await writeToFile(file, true, writeQrels(qrels));
        if (!judging.page) break;
        show();
      }
    const { judged, relevant } = judging.counts;
    process.stdout.write(`\n${topic}: ${judged} judged, ${relevant} of them relevant; ${judging.left} left\n`);
    return ExitCode.done;
  } finally {
    await store.close();
  }
}

/** Returns the crawl's captured pages, in the order of their visits. */
function pagesOf(store: Store): JudgedPage[] {
  const pages = new Map<string, JudgedPage>();
  for (const { page, asked, landed, outcome, title } of visitedPages(store)) {
    const url = landed ?? asked;
    if (outcome === 'page') pages.set(url, { url, page: page ?? undefined, title, score: undefined });
  }
  return [...pages.values()];
}

/** Returns the run's pages for the topic, best first. @throws BadInput */
function ofRun(pages: readonly JudgedPage[], file: string, topic: string): JudgedPage[] {
  const found = readRun(decoded(readInput(file, '--run'), `--run: ${file}`), `--run: ${file}`).topics.get(topic);
  if (!found) throw new BadInput(`--run: ${file} has no results for ${topic}`);
  const known = new Map(pages.map((page) => [page.url, page]));
  return [...found].sort(compareScored).map(({ document: url, score }) => {
    const { page, title = '' } = known.get(url) ?? {};
    return { url, page, title, score };
  });
}

function card({ url, title, score }: JudgedPage, left: number, text: Uint8Array | undefined): string {
  const words = text ? printable(unpacked(text).join(' ')) : 'its text is not stored';
  const shown = words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words;
  const figures = score === undefined ? '' : `score ${score}, `;
  return `${printable(title) || '(no title)'}\n${url}\n${shown}\n[${figures}${left} left] ${PROMPT}: `;
}

/** Yields typed characters one by one; on a terminal without waiting for Enter. */
async function* keys(): AsyncGenerator<string> {
  const { stdin } = process;
  stdin.setEncoding('utf8');
  if (stdin.isTTY) stdin.setRawMode(true);
  try {
    // In raw mode, Ctrl-C and Ctrl-D do not end the input by themselves.
    for await (const typed of stdin)
      for (const key of String(typed).toLowerCase()) yield key === '\u0003' || key === '\u0004' ? 'q' : key;
  } finally {
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.pause();
  }
}
