import type { SessionLook } from '../analysis/session-look.ts';
import { GiveUpVisit, RefusedVisit } from '../domain/errors.ts';
import type { Captured, CapturedPage } from '../domain/page.ts';
import { endsSession } from '../safety/address.ts';
import { withoutCredentials } from '../url/credentials.ts';
import { type Identity, identityKey, keyHash } from '../url/normalise.ts';
import { bareHost, decoded, parseUrl } from '../url/parse.ts';
import {
  asksToLogIn,
  isLoginAddress,
  isLoginHost,
  isLoginPage,
  offersLogIn,
  saysSessionIsOver,
} from '../url/session-begin.ts';

/** Answers to somebody who is not, or no longer, logged in; 419 and 440 are those of frameworks. */
const REFUSED = /^HTTP (401|403|419|440)$/;
/** Characters of a block that all pages may have; what is longer is what a page tells. */
const LONGEST_BLOCK = 100;
/** Blocks of a page that are looked at, in its order. */
const MOST_BLOCKS = 300;
/** Blocks in which a page may say that the session is over. */
const FIRST_BLOCKS = 30;
/** Links that are looked at, so many of the first and of the last: the ways in and out stand at the edges of a page. */
const EDGE_LINKS = 200;
/** What is read of a page while it still loads says nothing of what it has not. */
const PARTIAL = new Set(['still loading', 'cut off', 'never quiet', 'script ended']);

/** What came of asking for a page. Its look is not known where it was not read as a whole, or is none. */
export type Reading =
  | { readonly captured: Captured; readonly look: SessionLook | undefined; readonly digest: number | undefined }
  | { readonly error: GiveUpVisit };

/** Asks for a page. Throws what may pass. */
export async function readingOf(asked: Promise<Captured>): Promise<Reading> {
  try {
    const captured = await asked;
    const isPage = captured.kind === 'page';
    // Pages of one text have one digest.
    const digest = isPage ? keyHash(captured.text.join('\n')) : undefined;
    return { captured, look: isPage ? lookOf(captured) : undefined, digest };
  } catch (error) {
    if (error instanceof GiveUpVisit) return { error };
    throw error;
  }
}

/** What a reading says of a session by itself, without a look at other pages; undefined: nothing. */
export function refusal(asked: URL, reading: Reading, identity: Identity): string | undefined {
  // Who asks for such a page gets what it is there for.
  if (isLoginPage(asked)) return undefined;
  if ('error' in reading) {
    const { message } = reading.error;
    if (REFUSED.test(message)) return message;
    const aim = reading.error instanceof RefusedVisit ? parseUrl(redirectAim(message)) : undefined;
    return aim && isLogin(asked, aim) ? redirectText(aim) : undefined;
  }
  const { captured } = reading;
  const landed = new URL(captured.url);
  if (!isRedirect(asked, landed, identity)) return undefined;
  const isAsked = captured.kind === 'page' && (captured.asksPassword || asksToLogIn(captured.title));
  return isAsked || isLogin(asked, landed) ? redirectText(landed) : undefined;
}

/** What stands behind the `?` may be a secret. */
const redirectText = ({ origin, pathname }: URL): string => `redirects to ${origin}${pathname}`;

/** Why a redirect is not followed. */
export const robotsRefusal = (url: URL): string =>
  `redirects to ${withoutCredentials(url).href}, which robots.txt forbids`;
const redirectAim = (reason: string): string => /^redirects to (\S+), which /.exec(reason)?.[1] ?? '';

export const isRedirect = (asked: URL, landed: URL, identity: Identity): boolean =>
  identityKey(asked, identity) !== identityKey(landed, identity);

function isLogin(asked: URL, landed: URL): boolean {
  if (isLoginAddress(landed)) return true;
  if (bareHost(landed) === bareHost(asked)) return false;
  // A service that others log in with is told where to come back to.
  const query = decoded(landed.search + landed.hash);
  return isLoginHost(landed) || query.includes(asked.host) || /[?&](?:SAMLRequest|RelayState|wtrealm)=/.test(query);
}

/** What a page shows of whether its reader is logged in; undefined where it was not read as a whole. */
function lookOf(page: CapturedPage): SessionLook | undefined {
  if (page.limits.some((limit) => PARTIAL.has(limit))) return undefined;
  const edges =
    page.links.length > 2 * EDGE_LINKS
      ? [...page.links.slice(0, EDGE_LINKS), ...page.links.slice(-EDGE_LINKS)]
      : page.links;
  const links = edges.flatMap(({ role, url, anchor }) =>
    role === 'link' && url !== undefined && parseUrl(url) ? [{ url, anchor }] : [],
  );
  const blocks = [...new Set(page.text.slice(0, MOST_BLOCKS).filter(({ length }) => length <= LONGEST_BLOCK))];
  return {
    asksPassword: page.asksPassword,
    offersLogIn:
      asksToLogIn(page.title) ||
      blocks.slice(0, FIRST_BLOCKS).some(saysSessionIsOver) ||
      links.some(({ url, anchor }) => offersLogIn(anchor) || isLoginAddress(new URL(url))),
    offersLogOut: links.some((link) => endsSession(link)),
    blocks,
  };
}
