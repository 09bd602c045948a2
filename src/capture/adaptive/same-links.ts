import type { Captured } from '../../domain/page.ts';
import { identityKey } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';
import { notValid } from '../network/visit-error.ts';

/** Limits that depend on the network: such readings give no evidence about the page. */
const PASSING = new Set(['cut off', 'still loading', 'second way']);

/** Tells whether a page was read to its end. */
export const isWhole = (captured: Captured): boolean =>
  captured.kind === 'file' || !captured.limits.some((limit) => PASSING.has(limit));

/** Tells whether two readings of a page have the same address, links (internal and external) and limits. */
export function areAlike(one: Captured, other: Captured): boolean {
  if (addressOf(one) !== addressOf(other)) return false;
  if (one.kind === 'file' || other.kind === 'file') {
    return one.kind === other.kind && one.contentType === other.contentType;
  }
  const [mine, theirs] = [linksOf(one), linksOf(other)];
  return (
    mine.size === theirs.size &&
    [...mine].every((link) => theirs.has(link)) &&
    [lastingLimits(one), one.nofollow].join() === [lastingLimits(other), other.nofollow].join()
  );
}

/**
 * Returns limits that describe the page. Ignores possible further actions in a browser, because only found links count,
 * and the server's certificate, of which a browser may know more.
 */
const lastingLimits = ({ limits }: CapturedPage): string[] =>
  limits.filter((limit) => limit !== 'actions' && !limit.startsWith(notValid('')));

type CapturedPage = Extract<Captured, { kind: 'page' }>;

const addressOf = (captured: Captured): string =>
  captured.kind === 'page' && captured.route !== undefined ? keyOf(captured.route, true) : keyOf(captured.url);

/** Returns the keys of links that lead to pages; other roles do not matter. */
const linksOf = ({ links }: CapturedPage): Set<string> =>
  new Set(
    links
      .filter(({ role, method }) => role === 'link' && method === 'GET')
      .map(({ url, isRoute }) => keyOf(url ?? '', isRoute))
      .filter((key) => key !== ''),
  );

/** Returns the key of an address, stricter than any crawl's; empty for addresses that are no page. */
function keyOf(address: string, isRoute?: true): string {
  const url = parseUrl(address);
  return url && /^https?:$/.test(url.protocol)
    ? identityKey(url, { foldCase: false, ignored: new Set() }, isRoute)
    : '';
}
