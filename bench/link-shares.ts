import { identityKey } from '../src/url/normalise.ts';
import { parseUrl } from '../src/url/parse.ts';
import type { ContenderResult } from './contender.ts';

interface LinkShares {
  /** Pages that both read. */
  readonly pages: number;
  /** Distinct links of the first there. */
  readonly links: number;
  /** Share of them that the second has there, from 0 to 1. */
  readonly share: number;
  /** Links of the first that the second lacks, and the other way round. */
  readonly missing: readonly string[];
  readonly others: readonly string[];
}

/** Compares the links of two crawls, over all pages read by both: a link on another of these pages counts, too. */
export function linkShares(first: ContenderResult['found'], second: ContenderResult['found']): LinkShares {
  const [one, other] = [byPage(first), byPage(second)];
  const pages = [...one.keys()].filter((page) => other.has(page));
  const linksOf = (found: typeof one) => new Set(pages.flatMap((page) => found.get(page) ?? []));
  const [links, theirs] = [linksOf(one), linksOf(other)];
  const missing = [...links].filter((link) => !theirs.has(link));
  const others = [...theirs].filter((link) => !links.has(link));
  return { pages: pages.length, links: links.size, share: 1 - missing.length / links.size, missing, others };
}

const byPage = (found: ContenderResult['found']): Map<string, string[]> =>
  new Map(found.map(({ page, links }) => [identity(page), links.filter((url) => /^https?:/.test(url)).map(identity)]));

const identity = (text: string): string => {
  const url = parseUrl(text);
  return url ? identityKey(url, { foldCase: true, ignored: new Set() }) : text;
};
