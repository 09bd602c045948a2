import type { Request, Response } from 'playwright';
import { type FoundLink, isInRedirect } from '../../../domain/link.ts';
import { harmOf } from '../../../safety/harm.ts';
import type { TechniqueYield } from '../../explore/technique-yield.ts';
import { asText, mayBeText } from '../../http/http-session.ts';
import type { LoadedAnswer } from '../../loaded-page.ts';
import { headerOf } from '../../network/answer-rules.ts';
import type { VisitPace } from '../../network/visit-pace.ts';
import type { Tab } from '../tab.ts';

/** All redirects of a site are learned of together, by this name. */
const ALL = { pattern: 'redirect', scripts: '' } as const;
const BODY = 'redirect';
/** How likely a first body is to bring a link, and its price, in pages. */
const PRIOR = 0.5;
const PRICE = 0.3;

/** What belongs to one connection, or says how the body may be sent. */
const OF_CONNECTION = /^(?::.*|host|connection|proxy-.*|keep-alive|te|upgrade|content-length|accept-encoding)$/i;

/**
 * The answers that led to a document. Chromium gives nobody the bodies of redirects: those that have one are asked for once
 * more, in their host's turn, as long as the site's have brought links that its pages do not have; not in a session, and
 * not where the address says that it harms.
 */
export class Redirects {
  readonly answers: readonly LoadedAnswer[];
  readonly #learn: (hasBrought: boolean) => void;

  private constructor(answers: readonly LoadedAnswer[], learn: (hasBrought: boolean) => void) {
    this.answers = answers;
    this.#learn = learn;
  }

  /** @param pace undefined: none is asked for again */
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

  /** Learns what their bodies brought. @param links of the page @param isNews whether no other page of the site has had one */
  learn(links: readonly FoundLink[], isNews: (link: FoundLink) => boolean): void {
    this.#learn(links.some((link) => isInRedirect(link) && isNews(link)));
  }
}

/** Addresses on the way to an answer, in their order. @param before answers that were shown before it */
export function hopsTo(answer: Response, before: readonly Response[] = []): string[] {
  const hops = [...before, answer].flatMap((passed) => {
    const way: string[] = [];
    for (let at: Request | null = passed.request(); at; at = at.redirectedFrom()) way.unshift(at.url());
    return way;
  });
  return hops.slice(0, -1);
}

const asLoaded = (answer: Response): LoadedAnswer => ({ url: answer.url(), headers: answer.headers() });

function isWorthAsking(redirect: Response, { askAgain, hasSession }: Tab): boolean {
  const headers = redirect.headers();
  const isEmpty = headerOf(headers, 'content-length').trim() === '0';
  const isHarmless = harmOf({ address: new URL(redirect.url()) }) === undefined;
  return askAgain !== undefined && !hasSession && !isEmpty && mayBeText(headers) && isHarmless;
}

/** The body of a redirect; undefined where it is none when it is asked for again, or has no text. */
async function textOf(redirect: Response, { askAgain }: Tab, pace: VisitPace): Promise<string | undefined> {
  const url = redirect.url();
  if ((await pace.further(new URL(url))) !== undefined) return undefined;
  const sent = await redirect.request().allHeaders();
  const kept = Object.entries(sent).filter(([name]) => !OF_CONNECTION.test(name));
  const headers = { ...Object.fromEntries(kept), 'accept-encoding': 'gzip, deflate' };
  const answer = await askAgain?.(url, headers).catch(() => undefined);
  return answer?.status === redirect.status() ? asText(answer) : undefined;
}
