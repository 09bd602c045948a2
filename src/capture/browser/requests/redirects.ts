import type { Request, Response } from 'playwright';
import { type FoundLink, isInRedirect } from '../../../domain/link.ts';
import { harmOf } from '../../../safety/harm.ts';
import type { TechniqueYield } from '../../explore/technique-yield.ts';
import { asText, mayBeText } from '../../http/http-session.ts';
import type { LoadedAnswer } from '../../loaded-page.ts';
import { headerOf } from '../../network/answer-rules.ts';
import type { VisitPace } from '../../network/visit-pace.ts';
import type { Tab } from '../tab.ts';

/** Layout under which all redirects of a site share observations. */
const ALL = { pattern: 'redirect', scripts: '' } as const;
const BODY = 'redirect';
/** Probability that a site's first redirect body has a link; `PRICE` is its cost in pages. */
const PRIOR = 0.5;
const PRICE = 0.3;

/** Headers of a single connection, or about the transfer of the body. */
const OF_CONNECTION = /^(?::.*|host|connection|proxy-.*|keep-alive|te|upgrade|content-length|accept-encoding)$/i;

/**
 * Answers that led to a document. Chromium hides bodies of redirects: these are requested again, in the host schedule,
 * while they yield new links for the site. Sessions and harmful addresses are excluded.
 */
export class Redirects {
  readonly answers: readonly LoadedAnswer[];
  readonly #learn: (hasBrought: boolean) => void;

  private constructor(answers: readonly LoadedAnswer[], learn: (hasBrought: boolean) => void) {
    this.answers = answers;
    this.#learn = learn;
  }

  /** @param pace waits for the host schedule; undefined: no body is requested */
  static async to(
    tab: Tab,
    answer: Response,
    pace: VisitPace | undefined,
    yields: TechniqueYield | undefined,
  ): Promise<Redirects> {
    const passed: Response[] = [];
    for (let request = answer.request().redirectedFrom(); request; request = request.redirectedFrom()) {
      const redirect = await request.response();
      if (redirect) passed.unshift(redirect);
    }
    const isToAsk =
      pace !== undefined &&
      passed.some((redirect) => isWorthAsking(redirect, tab)) &&
      (!yields || yields.isWorthIt(tab.site, ALL, BODY, PRIOR, PRICE));
    const answers: LoadedAnswer[] = [];
    for (const redirect of passed) {
      const text = pace && isToAsk && isWorthAsking(redirect, tab) ? await textOf(redirect, tab, pace) : undefined;
      answers.push({ ...asLoaded(redirect), ...(text === undefined ? {} : { text }) });
    }
    const learn = (hasBrought: boolean) => isToAsk && yields?.learn(tab.site, ALL, BODY, hasBrought);
    return new Redirects([...answers, asLoaded(answer)], learn);
  }

  /**
   * Learns whether the bodies had a new link.
   *
   * @param links of the page
   * @param isNews tells whether a link is new to the site
   */
  learn(links: readonly FoundLink[], isNews: (link: FoundLink) => boolean): void {
    this.#learn(links.some((link) => isInRedirect(link) && isNews(link)));
  }
}

/** Returns the addresses on the way to an answer, in order. @param before answers shown earlier */
export function hopsTo(answer: Response, before: readonly Response[] = []): string[] {
  const hops = [...before, answer].flatMap((passed) => {
    const way: string[] = [];
    for (let at: Request | null = passed.request(); at; at = at.redirectedFrom()) way.unshift(at.url());
    return way;
  });
  return hops.slice(0, -1);
}

const asLoaded = (answer: Response): LoadedAnswer => ({ url: answer.url(), headers: answer.headers() });

function isWorthAsking(redirect: Response, { client, hasSession }: Tab): boolean {
  const headers = redirect.headers();
  const isEmpty = headerOf(headers, 'content-length').trim() === '0';
  const isHarmless = harmOf({ address: new URL(redirect.url()) }) === undefined;
  return client !== undefined && !hasSession && !isEmpty && mayBeText(headers) && isHarmless;
}

/** Returns the body of a redirect; undefined if the repeated request gets no redirect or no text. */
async function textOf(redirect: Response, { client }: Tab, pace: VisitPace): Promise<string | undefined> {
  const url = redirect.url();
  if ((await pace.further(new URL(url))) !== undefined) return undefined;
  const sent = await redirect.request().allHeaders();
  const kept = Object.entries(sent).filter(([name]) => !OF_CONNECTION.test(name));
  const headers = { ...Object.fromEntries(kept), 'accept-encoding': 'gzip, deflate' };
  const answer = await client?.fetch({ url, headers }).catch(() => undefined);
  return answer?.status === redirect.status() ? asText(answer) : undefined;
}
