/** Signs that turn the direction of what follows, or can't be seen: in an address they show another than it is. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of a crawled page, on one line: unseen signs are shown by their numbers. */
export const visible = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

interface TextProps {
  readonly text: string;
  /** Characters that are shown at most; the rest stands in the title. */
  readonly most?: number;
}

/** Text of a crawled page: it never is markup, and its direction stays within. */
export function Crawled({ text, most = 300 }: TextProps) {
  const whole = visible(text);
  return (
    <bdi class="crawled" title={whole.slice(0, 2000)}>
      {whole.length > most ? `${whole.slice(0, most)}…` : whole}
    </bdi>
  );
}

/** An address of a crawled page: a link if it leads to a page of the Web, and one that tells nobody where it stands. */
export function CrawledLink({ url, text = url }: { readonly url: string; readonly text?: string }) {
  if (!/^https?:\/\//i.test(url)) return <Crawled text={text} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={visible(url).slice(0, 2000)}>
      <Crawled text={text} />
    </a>
  );
}
