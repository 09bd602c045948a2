import { keep } from '../../domain/bounded.ts';
import type { Commits } from '../commits.ts';
import type { Letter, Share } from '../share.ts';

/** Letters that are remembered: navigation has the same links on each page of a site. */
const MOST_REMEMBERED = 50_000;

/** Posts links to sites of other workers, each once in a while, and again where a shorter way to it was found. */
export class Outbox {
  readonly #share: Share;
  /** The level of each link that was posted lately. */
  readonly #posted = new Map<string, number>();
  /** Keys of the letters that the transaction under way posts. */
  #posting: string[] = [];

  constructor(share: Share, commits: Pick<Commits, 'onStored' | 'onFailed'>) {
    this.#share = share;
    commits.onStored(() => {
      this.#posting = [];
    });
    commits.onFailed(() => {
      for (const key of this.#posting) this.#posted.delete(key);
      this.#posting = [];
    });
  }

  /** Whether sites may be opened on hosts of a registrable domain. */
  isOpenable(domain: string): boolean {
    return this.#share.isOpenable(domain);
  }

  /** Posts those that were not posted lately, inside a transaction. @param letters with their identities there */
  post(letters: readonly { readonly letter: Letter; readonly key: string }[]): void {
    const news: Letter[] = [];
    for (const { letter, key: identity } of letters) {
      const { found, isNofollow, page } = letter;
      const key = `${identity} ${found.role === 'guess'} ${isNofollow}`;
      if ((this.#posted.get(key) ?? Number.POSITIVE_INFINITY) <= page.level) continue;
      keep(this.#posted, key, page.level, MOST_REMEMBERED);
      this.#posting.push(key);
      news.push(letter);
    }
    if (news.length > 0) this.#share.post(news);
  }

  /** Sends a letter on that came to the wrong worker, inside a transaction. */
  forward(letter: Letter): void {
    this.#share.post([letter]);
  }
}
