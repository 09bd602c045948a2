import { setCapped } from '../../domain/capped-map.ts';
import type { Commits } from '../commits.ts';
import type { Letter, Share } from '../worker-share.ts';

/** Most remembered letters. Navigation has the same links on each page of a site. */
const MOST_REMEMBERED = 50_000;

/** Posts links to sites of other workers, each once while remembered, and again after a shorter path was found. */
export class Outbox {
  readonly #share: Share;
  /** Level of each recently posted link. */
  readonly #posted = new Map<string, number>();
  /** Keys of the letters of the current transaction. */
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

  /** Tells whether sites may be opened on hosts of a registrable domain. */
  isOpenable(domain: string): boolean {
    return this.#share.isOpenable(domain);
  }

  /** Posts letters that were not posted recently, inside a transaction. @param letters with the links' identities */
  post(letters: readonly { readonly letter: Letter; readonly key: string }[]): void {
    const news: Letter[] = [];
    for (const { letter, key: identity } of letters) {
      const { found, isNofollow, page } = letter;
      const key = `${identity} ${found.role === 'guess'} ${isNofollow}`;
      if ((this.#posted.get(key) ?? Number.POSITIVE_INFINITY) <= page.level) continue;
      setCapped(this.#posted, key, page.level, MOST_REMEMBERED);
      this.#posting.push(key);
      news.push(letter);
    }
    if (news.length > 0) this.#share.post(news);
  }

  /** Forwards a letter that reached the wrong worker, inside a transaction. */
  forward(letter: Letter): void {
    this.#share.post([letter]);
  }
}
