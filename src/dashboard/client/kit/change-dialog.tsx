import type { ChangeLine, TextDifferenceAnswer } from '../../pages/changes.ts';
import { Crawled, CrawledLink, visible } from './crawled-text.tsx';
import { Dialog } from './dialog.tsx';
import { count, date } from './format.ts';
import { useAnswer, withQuery } from './request.ts';
import { hrefOf } from './router.ts';

interface ChangeDialogProps {
  readonly line: ChangeLine;
  readonly onClose: () => void;
}

/** Dialog about a change of a page or a link, with the text difference of a page. */
export function ChangeDialog({ line, onClose }: ChangeDialogProps) {
  const { at, kind, change, id, site, url, anchor, sourceUrl, httpStatus, size, kept, gone, fresh } = line;
  const hasText = kind === 'page' && change === 'changed';
  const { value, error } = useAnswer<TextDifferenceAnswer>(
    hasText ? withQuery('/api/changes/text', { page: id, at }) : undefined,
  );
  return (
    <Dialog title={`${kind === 'page' ? 'Page' : `Link, ${kind},`} ${change}`} onClose={onClose}>
      <p>
        <CrawledLink url={url} />
      </p>
      <p>
        Seen {date(at)} on <Crawled text={site} />
        {httpStatus === null ? '' : `, HTTP ${httpStatus}`}.
      </p>
      {anchor !== null && anchor !== '' && (
        <p>
          Link text: <Crawled text={anchor} />
        </p>
      )}
      {sourceUrl !== null && (
        <p>
          First found on <CrawledLink url={sourceUrl} />
        </p>
      )}
      {size !== null && (
        <p>
          {count(size)} characters now: {count(kept ?? 0)} unchanged, {count(gone ?? 0)} removed, {count(fresh ?? 0)}{' '}
          added.
        </p>
      )}
      {error !== '' && <p class="trouble">{error}</p>}
      {hasText && value && (
        <section class="stack" aria-label="Difference of the texts">
          {value.difference ? (
            <Difference {...value.difference} />
          ) : (
            <p class="dim">The earlier text is not stored: an older version of Forager read it.</p>
          )}
        </section>
      )}
      <p>
        <a href={hrefOf('why', [], { url })}>Why was it visited, or why not?</a>
      </p>
    </Dialog>
  );
}

type DifferenceProps = NonNullable<TextDifferenceAnswer['difference']>;

function Difference({ changes, isCut }: DifferenceProps) {
  return (
    <>
      <ol class="difference">
        {changes.map(({ gone, fresh }, at) => {
          const [before, after] = markedWords(gone, fresh);
          return (
            <li key={at}>
              {before.map((parts, line) => (
                <del key={line}>
                  <Marked parts={parts} />
                </del>
              ))}
              {after.map((parts, line) => (
                <ins key={line}>
                  <Marked parts={parts} />
                </ins>
              ))}
            </li>
          );
        })}
      </ol>
      {isCut && <p class="dim">More has changed than is stored.</p>}
    </>
  );
}

interface Part {
  readonly text: string;
  readonly isOwn: boolean;
}

const Marked = ({ parts }: { readonly parts: readonly Part[] }) => (
  <bdi>{parts.map(({ text, isOwn }, at) => (isOwn ? <mark key={at}>{visible(text)}</mark> : visible(text)))}</bdi>
);

/** Marks the differing words between common beginning and end, if one block replaces one block. */
function markedWords(gone: readonly string[], fresh: readonly string[]): readonly [Part[][], Part[][]] {
  const whole = (blocks: readonly string[]): Part[][] => blocks.map((text) => [{ text, isOwn: false }]);
  const [one = '', other = ''] = [gone[0], fresh[0]];
  if (gone.length !== 1 || fresh.length !== 1) return [whole(gone), whole(fresh)];
  const [before, after] = [wordsOf(one), wordsOf(other)];
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (head + tail === 0) return [whole(gone), whole(fresh)];
  const parts = (words: readonly string[]): Part[] =>
    [
      { text: words.slice(0, head).join(''), isOwn: false },
      { text: words.slice(head, words.length - tail).join(''), isOwn: true },
      { text: words.slice(words.length - tail).join(''), isOwn: false },
    ].filter(({ text }) => text !== '');
  return [[parts(before)], [parts(after)]];
}

/** Splits a text into words, and the spaces and signs between them. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? [];
