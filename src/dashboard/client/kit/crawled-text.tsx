/** Invisible characters, and those that change the text direction: both can disguise an address. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Puts crawled text on one line, with invisible characters shown by their numbers. */
export const visible = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

interface TextProps {
  readonly text: string;
  /** Characters shown, at most; the title has the whole text. */
  readonly most?: number;
}

/** Text of a crawled page, never parsed as markup, with isolated text direction. */
export function Crawled({ text, most = 300 }: TextProps) {
  const whole = visible(text);
  return (
    <bdi class="crawled" title={whole.slice(0, 2000)}>
      {whole.length > most ? `${whole.slice(0, most)}…` : whole}
    </bdi>
  );
}

/** Address from a crawled page; http(s) addresses are links without a referrer. */
export function CrawledLink({ url, text = url }: { readonly url: string; readonly text?: string }) {
  if (!/^https?:\/\//i.test(url)) return <Crawled text={text} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={visible(url).slice(0, 2000)}>
      <Crawled text={text} />
    </a>
  );
}
