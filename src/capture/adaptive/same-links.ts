import type { Captured } from '../../domain/page.ts';
import { identityKey } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';
import { notValid } from '../network/visit-error.ts';

/** Limits that come and go with the network: what was read under them says nothing about the page. */
const PASSING = new Set(['cut off', 'still loading', 'second way']);

/** Whether a page was read to its end. */
export const isWhole = (captured: Captured): boolean =>
  captured.kind === 'file' || !captured.limits.some((limit) => PASSING.has(limit));

/** Whether two readings of a page come to the same: its address, its links within the site and out of it, its limits. */
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
 * That more could be tried in a browser makes no difference by itself: what counts is what was found. Nor does its
 * server's certificate, of which a browser may know more.
 */
const lastingLimits = ({ limits }: CapturedPage): string[] =>
  limits.filter((limit) => limit !== 'actions' && !limit.startsWith(notValid('')));

type CapturedPage = Extract<Captured, { kind: 'page' }>;

const addressOf = (captured: Captured): string =>
  captured.kind === 'page' && captured.route !== undefined ? keyOf(captured.route, true) : keyOf(captured.url);

/** Links that lead the reader on; it does not matter which texts are not addresses. */
const linksOf = ({ links }: CapturedPage): Set<string> =>
  new Set(
    links
      .filter(({ role, method }) => role === 'link' && method === 'GET')
      .map(({ url, isRoute }) => keyOf(url ?? '', isRoute))
      .filter((key) => key !== ''),
  );

/** Addresses are told apart more strictly than any crawl does. Empty for what leads to no page. */
function keyOf(address: string, isRoute?: true): string {
  const url = parseUrl(address);
  return url && /^https?:$/.test(url.protocol)
    ? identityKey(url, { foldCase: false, ignored: new Set() }, isRoute)
    : '';
}
