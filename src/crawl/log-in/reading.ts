import type { SessionLook } from '../../analysis/log-in-signs.ts';
import { GiveUpVisit, RefusedVisit } from '../../domain/errors.ts';
import type { Captured, CapturedPage } from '../../domain/page.ts';
import { endsSession } from '../../safety/address.ts';
import { withoutCredentials } from '../../url/credentials.ts';
import {
  asksToLogIn,
  isLoginAddress,
  isLoginHost,
  isLoginPage,
  offersLogIn,
  saysSessionIsOver,
} from '../../url/log-in-address.ts';
import { type Identity, identityKey, keyHash } from '../../url/normalise.ts';
import { bareHost, decoded, parseUrl } from '../../url/parse.ts';

/** Reasons of responses to logged-out readers; frameworks send 419 and 440. */
const REFUSED = /^HTTP (401|403|419|440)$/;
/** Maximum length of a block that all pages may share. Longer blocks are content. */
const LONGEST_BLOCK = 100;
/** Maximum number of examined blocks, and of the first ones that may say that the session is over. */
const MOST_BLOCKS = 300;
const FIRST_BLOCKS = 30;
/** Number of examined links at each end of a page, where links to log in and out usually are. */
const EDGE_LINKS = 200;
/** Limits of an incomplete capture. */
const PARTIAL = new Set(['still loading', 'cut off', 'never quiet', 'script ended']);

/** Response to a page request, with the signs of a logged-in or logged-out reader. */
export interface Reading {
  readonly asked: URL;
  readonly captured?: Captured;
  readonly error?: GiveUpVisit;
  /** True if the page was captured at another address. */
  readonly isMoved: boolean;
  /** Reason why the response alone proves a logged-out reader. */
  readonly refusal: string | undefined;
  /** Signs of a page; undefined for a file or an incomplete capture. */
  readonly look?: SessionLook | undefined;
  /** Hash of the text. */
  readonly digest?: number | undefined;
}

/** Captures an address as the crawl does. */
export type Ask = (url: string) => Promise<Captured>;

/**
 * Captures a page. Permanent failures become part of the result.
 *
 * @throws RetryVisit
 */
export async function readingOf(url: string, ask: Ask, identity: Identity): Promise<Reading> {
  const asked = new URL(url);
  // A login page is expected to ask for a log-in.
  const isExpected = isLoginPage(asked);
  try {
    const captured = await ask(url);
    const landed = new URL(captured.url);
    const isMoved = identityKey(asked, identity) !== identityKey(landed, identity);
    const page = captured.kind === 'page' ? captured : undefined;
    const isToLogIn = page?.asksPassword || asksToLogIn(page?.title ?? '') || leadsToLogIn(asked, landed);
    const refusal = isMoved && isToLogIn && !isExpected ? redirectText(landed) : undefined;
    return { asked, captured, isMoved, refusal, ...(page && { look: lookOf(page), digest: digestOf(page) }) };
  } catch (error) {
    if (!(error instanceof GiveUpVisit)) throw error;
    return { asked, error, isMoved: false, refusal: isExpected ? undefined : refusalOf(error, asked) };
  }
}

/** Returns a hash of the page's text. */
const digestOf = ({ text }: CapturedPage): number => keyHash(text.join('\n'));

function refusalOf(error: GiveUpVisit, asked: URL): string | undefined {
  if (REFUSED.test(error.message)) return error.message;
  const aim = error instanceof RefusedVisit ? parseUrl(FORBIDDEN.exec(error.message)?.[1] ?? '') : undefined;
  return aim && leadsToLogIn(asked, aim) ? redirectText(aim) : undefined;
}

/** Returns the reason for a redirect that robots.txt forbids. */
export const robotsRefusal = (url: URL): string =>
  `redirects to ${withoutCredentials(url).href}, which robots.txt forbids`;
const FORBIDDEN = /^redirects to (\S+), which /;

/** Describes a redirect without the query, which may contain a secret. */
const redirectText = ({ origin, pathname }: URL): string => `redirects to ${origin}${pathname}`;

/** Tells whether a redirect leads to a log-in page, perhaps at a log-in service. */
function leadsToLogIn(asked: URL, landed: URL): boolean {
  if (isLoginAddress(landed)) return true;
  if (bareHost(landed) === bareHost(asked)) return false;
  // The address contains the page to return to.
  const query = decoded(landed.search + landed.hash);
  return isLoginHost(landed) || query.includes(asked.host) || /[?&](?:SAMLRequest|RelayState|wtrealm)=/.test(query);
}

function lookOf({ asksPassword, title, links, text, limits }: CapturedPage): SessionLook | undefined {
  if (limits.some((limit) => PARTIAL.has(limit))) return undefined;
  const ways = [...links.slice(0, EDGE_LINKS), ...links.slice(-EDGE_LINKS)].flatMap(({ role, url, anchor }) =>
    role === 'link' && url !== undefined && parseUrl(url) ? [{ url, anchor }] : [],
  );
  const blocks = [...new Set(text.slice(0, MOST_BLOCKS).filter(({ length }) => length <= LONGEST_BLOCK))];
  return {
    asksPassword,
    offersLogIn:
      asksToLogIn(title) ||
      blocks.slice(0, FIRST_BLOCKS).some(saysSessionIsOver) ||
      ways.some(({ url, anchor }) => offersLogIn(anchor) || isLoginAddress(new URL(url))),
    offersLogOut: ways.some((link) => endsSession(link)),
    blocks,
  };
}
