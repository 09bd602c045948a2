import { lookAlike } from '../crawl/probes/soft-errors.ts';
import { bareHost, parseUrl } from '../url/parse.ts';
import type { AnsweredPage } from './answered-page.ts';
import type { Landing } from './ask-link.ts';
import { isNamedMissing } from './judge.ts';

/** Hosts whose answer to what they do not have is remembered. */
const MOST_HOSTS = 10_000;
/** A page with less text says too little to be compared: applications send such pages for all their addresses. */
const LEAST_TEXT = 200;

/**
 * Tells pages that are there from those that a server shows for what it does not have: it is asked once for an address
 * that it can't have (Bar-Yossef et al. 2004, "Sic transit gloria telae", WWW 13, §3).
 */
export class SoftMissing {
  readonly #ask: (url: URL) => Promise<Landing | undefined>;
  readonly #name: string;
  /** By host and first folder: the answer to an address that is not there. */
  readonly #answers = new Map<string, Promise<Landing | undefined>>();

  /**
   * @param ask undefined where no answer comes
   * @param name a name that no page has
   */
  constructor(ask: (url: URL) => Promise<Landing | undefined>, name: string) {
    this.#ask = ask;
    this.#name = name;
  }

  /** Whether an answer is one for what its server does not have. @param asked the address, before redirects */
  async isMissing(asked: URL, { url, page, isRedirected }: Landing): Promise<boolean> {
    if (!page || asked.pathname === '/') return false;
    const says = isNamedMissing(page);
    const isLedAway = isRedirected && url.pathname.length < asked.pathname.length;
    if (!says && !isLedAway && page.text.length < LEAST_TEXT) return false;
    // A host is asked once; beside a page that looks missing its folder is, too, as it may answer otherwise.
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
