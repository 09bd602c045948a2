import type { SessionLook } from '../../analysis/session-look.ts';
import { GiveUpVisit, RefusedVisit } from '../../domain/errors.ts';
import type { Captured, CapturedPage } from '../../domain/page.ts';
import { endsSession } from '../../safety/address.ts';
import { withoutCredentials } from '../../url/credentials.ts';
import { type Identity, identityKey, keyHash } from '../../url/normalise.ts';
import { bareHost, decoded, parseUrl } from '../../url/parse.ts';
import {
  asksToLogIn,
  isLoginAddress,
  isLoginHost,
  isLoginPage,
  offersLogIn,
  saysSessionIsOver,
} from '../../url/session-begin.ts';

/** Answers to readers who are not logged in, or no longer; 419 and 440 come from frameworks. */
const REFUSED = /^HTTP (401|403|419|440)$/;
/** Characters of a block that all pages may have; longer ones are what a page tells. */
const LONGEST_BLOCK = 100;
/** Blocks of a page that are looked at, and of these, the ones that may say that the session is over. */
const MOST_BLOCKS = 300;
const FIRST_BLOCKS = 30;
/** Links that are looked at, so many of the first and of the last: the ways in and out stand at the edges of a page. */
const EDGE_LINKS = 200;
/** Limits that a page met before it was read as a whole. */
const PARTIAL = new Set(['still loading', 'cut off', 'never quiet', 'script ended']);

/** The answer to a request for a page, with the signs of whether its reader is logged in. */
export interface Reading {
  readonly asked: URL;
  readonly captured?: Captured;
  readonly error?: GiveUpVisit;
  /** Whether it was read at another address. */
  readonly isMoved: boolean;
  /** Why the answer by itself says that its reader is not logged in. */
  readonly refusal: string | undefined;
  /** Undefined where it is no page, or was not read as a whole. */
  readonly look?: SessionLook | undefined;
  /** Of its text. */
  readonly digest?: number | undefined;
}

/** Reads an address as the crawl reads pages. */
export type Ask = (url: string) => Promise<Captured>;

/** Asks for a page. Throws what may pass. */
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

/** Pages of one text have one digest. */
const digestOf = ({ text }: CapturedPage): number => keyHash(text.join('\n'));

function refusalOf(error: GiveUpVisit, asked: URL): string | undefined {
  if (REFUSED.test(error.message)) return error.message;
  const aim = error instanceof RefusedVisit ? parseUrl(FORBIDDEN.exec(error.message)?.[1] ?? '') : undefined;
  return aim && leadsToLogIn(asked, aim) ? redirectText(aim) : undefined;
}

/** Why a redirect is not followed. */
export const robotsRefusal = (url: URL): string =>
  `redirects to ${withoutCredentials(url).href}, which robots.txt forbids`;
const FORBIDDEN = /^redirects to (\S+), which /;

/** Leaves the query out, as it may hold a secret. */
const redirectText = ({ origin, pathname }: URL): string => `redirects to ${origin}${pathname}`;

/** Whether a redirect leads to where one logs in, maybe at a service that others log in with. */
function leadsToLogIn(asked: URL, landed: URL): boolean {
  if (isLoginAddress(landed)) return true;
  if (bareHost(landed) === bareHost(asked)) return false;
  // The address names the page to return to.
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
