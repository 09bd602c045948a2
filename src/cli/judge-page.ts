import type { Captured } from '../domain/page.ts';
import type { Topic } from '../domain/topic.ts';
import { addressWords } from '../url/address-words.ts';

/** How near a page and its links are to a topic, and why: the links by their likeness, as link order `topic` compares them. */
export function judgePage(read: Captured, topic: Topic) {
  const text = read.kind === 'page' ? [read.title, ...read.text] : [];
  const relevance = topic.relevance(text);
  const { relevance: least } = topic.definition.targets;
  const isDocument = topic.isTarget(read.url) || topic.isTargetType(read.contentType);
  const links = read.links.flatMap(({ url, role, anchor, context }) => {
    if (url === undefined || role !== 'link' || !/^https?:/.test(url)) return [];
    const words = [anchor, context, addressWords(url)];
    return [{ url, anchor, likeness: topic.relevance(words), terms: topic.explain(words) }];
  });
  return {
    url: read.url,
    topic: topic.definition.name,
    relevance,
    isTarget: isDocument || (least !== undefined && relevance >= least),
    terms: topic.explain(text),
    links: links.sort((a, b) => b.likeness - a.likeness),
  };
}
