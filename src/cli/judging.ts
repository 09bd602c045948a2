import type { Qrels } from '../analysis/trec/qrels.ts';

/** What a key says of the page that is shown. */
export const JUDGE_KEYS = { y: 'relevant', n: 'not relevant', s: 'skip', u: 'undo', q: 'quit' } as const;
type JudgeKey = keyof typeof JUDGE_KEYS;

export const isJudgeKey = (key: string): key is JudgeKey => key in JUDGE_KEYS;

/** Pages that are judged one after the other, those that are judged already left out. */
export class Judging<Page extends { readonly url: string }> {
  readonly #judged: Map<string, number>;
  readonly #pages: readonly Page[];
  #at = 0;

  /** @param qrels is added to */
  constructor(qrels: Qrels, topic: string, pages: readonly Page[]) {
    this.#judged = qrels.get(topic) ?? new Map();
    qrels.set(topic, this.#judged);
    this.#pages = pages.filter(({ url }) => !this.#judged.has(url));
  }

  get page(): Page | undefined {
    return this.#pages[this.#at];
  }

  /** Pages that are left, with the one that is shown. */
  get left(): number {
    return this.#pages.length - this.#at;
  }

  /** What is judged, of this topic, in all. */
  get counts(): { readonly judged: number; readonly relevant: number } {
    const relevant = [...this.#judged.values()].filter((judgement) => judgement >= 1).length;
    return { judged: this.#judged.size, relevant };
  }

  /** Judges the page that is shown, skips it, or goes back to the one before. Returns whether the judgements changed. */
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
