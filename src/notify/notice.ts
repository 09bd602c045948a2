/** Kinds of news, most urgent first. */
export const noticeKinds = ['failed', 'down', 'session-ended', 'dead', 'half', 'gone', 'changed'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Event of a run. */
export interface News {
  readonly kind: NoticeKind;
  /** Summary on one line, such as `3 new dead links`. */
  readonly text: string;
  /** First affected pages, links or sites. */
  readonly items: readonly string[];
}

/** Message about a run. */
export interface Notice {
  /** Database of the crawl. */
  readonly db: string;
  /** End of the run, in milliseconds since the epoch. */
  readonly at: number;
  /** News of the run, most urgent first; at least one. */
  readonly news: readonly News[];
}

/** Items of one kind named in a message, at most. */
export const MOST_ITEMS = 10;

/** Puts a text on one line: crawled texts may contain line breaks and control characters. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '');

/** Returns the subject line. */
export const subjectOf = ({ news }: Notice): string =>
  onOneLine(`Forager: ${news.map(({ text }) => text).join(', ')}`).slice(0, 200);

/** Returns the message as plain text. */
export function bodyOf({ db, news }: Notice): string {
  const parts = news.map(({ text, items }) =>
    [onOneLine(text), ...items.map((item) => `  ${onOneLine(item)}`)].join('\n'),
  );
  return `${[...parts, `Database: ${db}`].join('\n\n')}\n`;
}
