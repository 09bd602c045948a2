import { listLinks } from '../storage/lists/links.ts';
import { countRelevantPages, type RelevantPage, relevantPages } from '../storage/lists/pages.ts';
import type { Store } from '../storage/open.ts';
import { documentTypes } from '../url/document-types.ts';
import { storedTopic, topicsOfRuns } from './stored-topics.ts';

/** What a crawl has found of its topic. */
interface FoundOfTopic {
  readonly topic: string;
  /** Pages with words of it, the nearest first. */
  readonly pages: { readonly all: number; readonly nearest: readonly Omit<RelevantPage, 'page'>[] };
  /** Links to its target documents, internal ones first, as they were found. */
  readonly documents: { readonly all: number; readonly first: readonly FoundDocument[] };
}

interface FoundDocument {
  readonly url: string;
  readonly site: string;
  readonly anchor: string | null;
  readonly sourceUrl: string | null;
}

/**
 * Of the topic that the last run with one had. Documents are told by their addresses.
 *
 * @param limit pages, and documents, that are named
 * @returns undefined where no run had a topic
 */
export function foundOfTopic(store: Store, limit: number): FoundOfTopic | undefined {
  const [last] = topicsOfRuns(store);
  const topic = last && storedTopic(store, last.name);
  if (!topic) return undefined;
  const { isDocument } = documentTypes(topic.targets.types);
  const first: FoundDocument[] = [];
  let all = 0;
  for (const kind of ['internal', 'external'] as const)
    for (const { url, site, anchor, sourceUrl } of listLinks(store, kind, {}, false)) {
      if (!isDocument(url)) continue;
      all++;
      if (first.length < limit) first.push({ url, site, anchor, sourceUrl });
    }
  const nearest = relevantPages(store, last.runs, { limit, offset: 0 }).map(({ page: _, ...one }) => one);
  return {
    topic: topic.name,
    pages: { all: countRelevantPages(store, last.runs), nearest },
    documents: { all, first },
  };
}
