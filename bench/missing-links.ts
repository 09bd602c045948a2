import { identityKey } from '../src/url/normalise.ts';
import { parseUrl } from '../src/url/parse.ts';
import type { ContenderResult } from './contender.ts';

export interface LinkComparison {
  /** Pages that both read. */
  readonly pages: number;
  /** Distinct links that each found on those pages. */
  readonly ours: number;
  readonly theirs: number;
  /** Links of theirs that ours lacks on the same page, each with its page. */
  readonly missing: readonly { readonly page: string; readonly link: string }[];
}

/** Compares the links of two contenders on the pages read by both; links are distinguished as in a crawl. */
export function missingLinks(ours: ContenderResult['found'], theirs: ContenderResult['found']): LinkComparison {
  const known = new Map<string, Set<string>>();
  for (const { page, links } of ours) known.set(identity(page), new Set(links.map(identity)));
  const [pages, oursThere, theirsThere] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const missing = new Map<string, { page: string; link: string }>();
  for (const { page, links } of theirs) {
    const here = known.get(identity(page));
    if (!here) continue;
    pages.add(identity(page));
    for (const link of here) oursThere.add(link);
    for (const link of links.filter((url) => /^https?:/.test(url))) {
      theirsThere.add(identity(link));
      if (!here.has(identity(link))) missing.set(`${page} ${identity(link)}`, { page, link });
    }
  }
  return { pages: pages.size, ours: oursThere.size, theirs: theirsThere.size, missing: [...missing.values()] };
}

const identity = (text: string): string => {
  const url = parseUrl(text);
  return url ? identityKey(url, { foldCase: true, ignored: new Set() }) : text;
};
