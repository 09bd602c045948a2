import { harvest } from '../analysis/trec/harvest.ts';
import type { Qrels } from '../analysis/trec/qrels.ts';
import { visitedPages } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { storedIdentity } from '../storage/runs.ts';
import { identityKey } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';

/** What a crawl harvested of a topic. */
export interface JudgedCrawl {
  readonly topic: string;
  /** Pages that are relevant in all. */
  readonly relevant: number;
  /** After each visit. */
  readonly curve: ReturnType<typeof harvest>;
}

/**
 * A stored crawl's visits, judged. Addresses are compared as the crawl told links apart; a page is relevant if the address
 * that was asked for or the one where its page was read is judged so, and counts once.
 */
export function judgeCrawl(store: Store, qrels: Qrels): JudgedCrawl[] {
  const identity = storedIdentity(store);
  const keyOf = (address: string): string => {
    const url = parseUrl(address);
    return url ? identityKey(url, identity) : address;
  };
  const visits = [...visitedPages(store)].map(({ asked, landed }) =>
    [asked, landed].flatMap((address) => (address === null ? [] : [keyOf(address)])),
  );
  return [...qrels].map(([topic, judged]) => {
    const relevant = new Set([...judged].filter(([, judgement]) => judgement >= 1).map(([address]) => keyOf(address)));
    const left = new Set(relevant);
    const found = visits.map((keys) => keys.filter((key) => left.delete(key)).length > 0);
    return { topic, relevant: relevant.size, curve: harvest(found, relevant.size) };
  });
}
