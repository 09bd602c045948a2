/** Kinds of news, the most urgent first. */
export const noticeKinds = ['failed', 'down', 'session-ended', 'dead', 'half', 'gone', 'changed'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** One thing that happened. */
export interface News {
  readonly kind: NoticeKind;
  /** In a line: `3 new dead links`. */
  readonly text: string;
  /** Pages, links or sites that it happened to; the first of them. */
  readonly items: readonly string[];
}

/** A message about a run. */
export interface Notice {
  /** The database of the crawl. */
  readonly db: string;
  /** When the run ended, in milliseconds since the epoch. */
  readonly at: number;
  /** The most urgent first; at least one. */
  readonly news: readonly News[];
}

/** Items of one kind that are named at most. */
export const MOST_ITEMS = 10;

/** A text on one line: crawled ones may hold line breaks and control characters. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '');

/** One line for a subject. */
export const subjectOf = ({ news }: Notice): string =>
  onOneLine(`Forager: ${news.map(({ text }) => text).join(', ')}`).slice(0, 200);

/** The message as plain text. */
export function bodyOf({ db, news }: Notice): string {
  const parts = news.map(({ text, items }) =>
    [onOneLine(text), ...items.map((item) => `  ${onOneLine(item)}`)].join('\n'),
  );
  return `${[...parts, `Database: ${db}`].join('\n\n')}\n`;
}
