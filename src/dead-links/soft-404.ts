import { lookAlike } from '../crawl/probes/soft-errors.ts';
import { bareHost, parseUrl } from '../url/parse.ts';
import type { AnsweredPage } from './answered-page.ts';
import type { Landing } from './ask-link.ts';
import { isNamedMissing } from './judge.ts';

/** "Not found" answers kept in memory, at most. */
const MOST_HOSTS = 10_000;
/** Characters of text that a comparison needs: applications send near-empty pages for all their addresses. */
const LEAST_TEXT = 200;

/**
 * Detects soft 404s by comparing a page to the server's answer for an address that can't exist
 * (Bar-Yossef et al. 2004, "Sic transit gloria telae", WWW 13, §3).
 */
export class SoftMissing {
  readonly #ask: (url: URL) => Promise<Landing | undefined>;
  readonly #name: string;
  /** Answers for an address that does not exist, by host and first folder. */
  readonly #answers = new Map<string, Promise<Landing | undefined>>();

  /**
   * @param ask requests an address; resolves to undefined without an answer
   * @param name file name that no server has
   */
  constructor(ask: (url: URL) => Promise<Landing | undefined>, name: string) {
    this.#ask = ask;
    this.#name = name;
  }

  /** Tells whether an answer is a soft 404. @param asked the address before redirects */
  async isMissing(asked: URL, { url, page, isRedirected }: Landing): Promise<boolean> {
    if (!page || asked.pathname === '/') return false;
    const says = isNamedMissing(page);
    const isLedAway = isRedirected && url.pathname.length < asked.pathname.length;
    if (!says && !isLedAway && page.text.length < LEAST_TEXT) return false;
    // One probe per host suffices; for a suspicious page its folder is probed, too, as folders may answer differently.
    const [, first = ''] = /^\/([^/]+)\//.exec(asked.pathname) ?? [];
    const folder = says || isLedAway ? first : '';
    const other = await this.#answerTo(asked, folder);
    if (!other || other.answer.status >= 400) return false;
    if (isRedirected && other.isRedirected) return other.url.href === url.href;
    return (
      other.page !== undefined &&
      (says ? isNamedMissing(other.page) : page.text.length >= LEAST_TEXT) &&
      lookAlike(shown(url, page), shown(other.url, other.page))
    );
  }

  #answerTo(asked: URL, folder: string): Promise<Landing | undefined> {
    const key = `${bareHost(asked)} ${folder}`;
    const known = this.#answers.get(key);
    if (known) return known;
    if (this.#answers.size >= MOST_HOSTS) this.#answers.clear();
    const place = parseUrl(`/${folder === '' ? '' : `${folder}/`}${this.#name}`, asked);
    const answer = place ? this.#ask(place) : Promise.resolve(undefined);
    this.#answers.set(key, answer);
    return answer;
  }
}

const shown = ({ href: url }: URL, { title, text }: AnsweredPage) => ({ url, text: `${title}\n${text}` });
