import type { Captured } from '../../domain/page.ts';
import type { TermShare, Topic } from '../../domain/topic.ts';
import { LinkTexts } from '../../link-orders/topical/link-texts.ts';
import { addressWords } from '../../url/address-words.ts';
import { type Column, printedTable } from './printed-table.ts';

/** Maximum number of printed links, nearest to the topic first; --json has all. */
const MOST_LINKS = 20;

const termColumns: readonly Column[] = [
  { head: 'term' },
  { head: 'count', isNumber: true },
  { head: 'share', isNumber: true },
];
const linkColumns: readonly Column[] = [
  { head: 'likeness', isNumber: true },
  { head: 'immediate', isNumber: true },
  { head: 'terms, share in both' },
  { head: 'text' },
  { head: 'address', isUnbroken: true },
];

/**
 * Measures the likeness of a page and its links to a topic, with reasons; links are sorted as link order `topic` does.
 * Immediate values are those of a crawl that has found only these links.
 */
export function judgePage(read: Captured, topic: Topic) {
  const text = read.kind === 'page' ? [read.title, ...read.text] : (read.text ?? []);
  const relevance = topic.relevance(text);
  const { relevance: least } = topic.definition.targets;
  const isDocument = topic.isTarget(read.url) || topic.isTargetType(read.contentType);
  const texts = new LinkTexts(topic);
  const found = read.links.flatMap(({ url, role, anchor, context }) =>
    url === undefined || role !== 'link' || !/^https?:/.test(url)
      ? []
      : [{ url, anchor, context, numbers: texts.read({ url, anchor, context }) }],
  );
  const added = new Set<string>();
  for (const { url, numbers } of found) {
    if (added.has(url)) continue;
    added.add(url);
    texts.add(numbers);
  }
  const links = found.map(({ url, anchor, context, numbers }) => {
    const words = [anchor, context, addressWords(url)];
    return {
      url,
      anchor,
      likeness: topic.relevance(words),
      terms: topic.explain(words),
      immediateValue: texts.immediateValue(numbers),
      immediateTerms: texts.explain(numbers),
    };
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

type Judged = ReturnType<typeof judgePage>;

/** Describes a judged page for people. */
export function judgedText({ url, topic, relevance, isTarget, terms, links }: Judged): string {
  const share = (value: number) => Number(value.toFixed(4));
  const added = (term: string, all: readonly TermShare[]) => share(all.find((one) => one.term === term)?.share ?? 0);
  const near = links.filter(({ likeness }) => likeness > 0);
  const shown = near.slice(0, MOST_LINKS);
  const rows = shown.map(({ likeness, terms, immediateValue, immediateTerms, anchor, url: address }) => {
    const words = terms.map(({ term, share: adds }) => `${term} ${share(adds)}, ${added(term, immediateTerms)}`);
    return [share(likeness), share(immediateValue), words.join('; '), anchor, address];
  });
  const more = near.length > shown.length ? `; the closest ${shown.length} are shown` : '';
  return [
    `${url}: relevance ${share(relevance)} to ${topic}${isTarget ? ', a target' : ''}`,
    ...(terms.length > 0
      ? [
          printedTable(
            termColumns,
            terms.map(({ term, count, share: adds }) => [term, count, share(adds)]),
          ),
        ]
      : []),
    `${near.length} of ${links.length} links contain words of the topic${more}`,
    ...(rows.length > 0 ? [printedTable(linkColumns, rows)] : []),
    '',
  ].join('\n');
}
