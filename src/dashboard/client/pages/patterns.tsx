import { useEffect, useState } from 'preact/hooks';
import type { PatternLink, PatternsAnswer, PatternsAsked } from '../../pages/patterns.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { Form, linesOf, Trouble, useSending } from '../kit/form.tsx';
import { count, counted } from '../kit/format.ts';
import { live } from '../kit/live.ts';
import { ask, messageOf, send } from '../kit/request.ts';
import { hrefOf } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';

interface Given {
  readonly include: string;
  readonly exclude: string;
  readonly tried: string;
}

const fields = [
  ['include', 'Include: only links like these', '/news/**'],
  ['exclude', 'Exclude: no links like these', '/calendar/**'],
  ['tried', 'Addresses to try, known or not', 'https://www.example.edu/news/'],
] as const;

const nothing: Given = { include: '', exclude: '', tried: '' };

/** Tells whether two inputs have the same patterns. */
const isSame = (a: Given, b: Given): boolean =>
  linesOf(a.include).join('\n') === linesOf(b.include).join('\n') &&
  linesOf(a.exclude).join('\n') === linesOf(b.exclude).join('\n');

/** Tells whether two inputs have the same patterns and the same addresses to try. */
const isSameToMatch = (a: Given, b: Given): boolean =>
  isSame(a, b) && linesOf(a.tried).join('\n') === linesOf(b.tried).join('\n');

/** Test of include and exclude patterns on known links and other addresses. */
export function PatternsPage() {
  const [given, setGiven] = useState<Given>(nothing);
  /** Input that the answer belongs to. */
  const [matched, setMatched] = useState<Given>(nothing);
  /** Patterns in use by the crawl. */
  const [current, setCurrent] = useState<Given>(nothing);
  const [answer, setAnswer] = useState<PatternsAnswer | undefined>(undefined);
  const [error, setError] = useState('');
  const [isAsking, setAsking] = useState(false);
  const match = async (now: Given) => {
    setAsking(true);
    const asked: PatternsAsked = {
      include: linesOf(now.include),
      exclude: linesOf(now.exclude),
      tried: linesOf(now.tried),
    };
    try {
      setAnswer(await send<PatternsAnswer>('/api/patterns', asked));
      setMatched(now);
      setError('');
    } catch (failed) {
      setError(messageOf(failed));
    } finally {
      setAsking(false);
    }
  };
  useEffect(() => {
    ask<Pick<PatternsAsked, 'include' | 'exclude'>>('/api/patterns').then(
      ({ include, exclude }) => {
        const current = { include: include.join('\n'), exclude: exclude.join('\n'), tried: '' };
        setGiven(current);
        setCurrent(current);
        void match(current);
      },
      (failed: unknown) => setError(messageOf(failed)),
    );
  }, []);
  return (
    <>
      <h1>Patterns</h1>
      <p class="dim">
        One pattern per line. <code>*</code> matches any characters except slashes, <code>**</code> any characters. A
        pattern begins with <code>/</code> for a path, or with <code>http</code> or <code>*</code> for a whole address.
        The fields show the patterns of the last run; nothing changes until you apply them.
      </p>
      <Form onSend={() => match(given)}>
        <div class="columns">
          {fields.map(([key, label, example]) => (
            <label key={key}>
              {label}
              <textarea
                rows={4}
                spellcheck={false}
                placeholder={example}
                value={given[key]}
                onInput={(event) => setGiven({ ...given, [key]: event.currentTarget.value })}
              />
            </label>
          ))}
        </div>
        <div class="row">
          <button type="submit" class="primary" disabled={isAsking}>
            Show what matches
          </button>
          {answer && error === '' && !isSame(given, current) && isSame(given, matched) && (
            <ApplyButton
              given={given}
              total={answer.total}
              onDone={() => {
                setCurrent(given);
                void match(given);
              }}
            />
          )}
          {isAsking && <span class="dim">Checking every link…</span>}
        </div>
      </Form>
      <div class="stack below" aria-live="polite" aria-busy={isAsking}>
        {error !== '' && <p class="trouble">{error}</p>}
        {answer && error === '' && (
          <>
            {!isSameToMatch(given, matched) && (
              <p class="dim">These figures are for the previous patterns. Press “Show what matches” to count again.</p>
            )}
            <Matches answer={answer} />
          </>
        )}
      </div>
    </>
  );
}

interface ApplyButtonProps {
  readonly given: Given;
  readonly total: PatternsAnswer['total'];
  readonly onDone: () => void;
}

/** Button that applies the patterns to the running crawl, or to the next run. */
function ApplyButton({ given, total: { waitingOut, letIn }, onDone }: ApplyButtonProps) {
  const crawl = live.crawl.value;
  const isTaken = crawl?.canLimit === true && crawl.runs !== 'nowhere';
  const done = isTaken ? 'The crawl uses these patterns now' : 'The next run will use these patterns';
  const { trouble, isSending, run } = useSending('/api/patterns/apply', done, onDone);
  return (
    <>
      <button
        type="button"
        disabled={isSending}
        onClick={() => void run({ include: linesOf(given.include), exclude: linesOf(given.exclude) })}
      >
        Apply {isTaken ? 'to the crawl' : 'to the next run'}: excludes {counted(waitingOut, 'waiting link')}, includes{' '}
        {count(letIn)} again
      </button>
      <Trouble text={trouble} />
    </>
  );
}

function Matches({ answer: { total, patterns, sites, out, in: letIn, tried } }: { readonly answer: PatternsAnswer }) {
  return (
    <>
      <p role="status">
        Of {counted(total.links, 'internal link')}, <b>{count(total.waitingOut)}</b> waiting and{' '}
        <b>{count(total.visitedOut)}</b> visited ones would be excluded; <b>{count(total.letIn)}</b> that are excluded
        now would be included.
      </p>
      {tried.length > 0 && (
        <ShortTable
          label="Addresses tried"
          rows={tried}
          keyOf={({ url }) => url}
          columns={[
            { title: 'Address', cell: ({ url }) => <CrawledLink url={url} /> },
            { title: 'Would be', cell: ({ isAdmitted }) => (isAdmitted ? 'included' : 'excluded') },
          ]}
        />
      )}
      <div class="columns">
        {patterns.length > 0 && (
          <ShortTable
            label="Links that each pattern matches"
            rows={patterns}
            keyOf={({ use, pattern }) => `${use} ${pattern}`}
            columns={[
              { title: 'Use', cell: ({ use }) => use },
              { title: 'Pattern', cell: ({ pattern }) => <code>{pattern}</code> },
              { title: 'Waiting', isNumber: true, cell: ({ waiting }) => count(waiting) },
              { title: 'Visited', isNumber: true, cell: ({ visited }) => count(visited) },
              { title: 'Others', isNumber: true, cell: ({ other }) => count(other) },
            ]}
          />
        )}
        <ShortTable
          label="By site"
          rows={sites}
          keyOf={({ site }) => site}
          columns={[
            { title: 'Site', cell: ({ site }) => <Crawled text={site} /> },
            { title: 'Links', isNumber: true, cell: ({ links }) => count(links) },
            { title: 'Waiting, excluded', isNumber: true, cell: ({ waitingOut }) => count(waitingOut) },
            { title: 'Visited, excluded', isNumber: true, cell: ({ visitedOut }) => count(visitedOut) },
            { title: 'Included again', isNumber: true, cell: (site) => count(site.letIn) },
          ]}
          empty="No link is known yet: try an address above, such as https://www.example.edu/news/."
        />
      </div>
      {out.length > 0 && <Links label={`The first ${count(out.length)} that would be excluded`} links={out} />}
      {letIn.length > 0 && <Links label={`The first ${count(letIn.length)} that would be included`} links={letIn} />}
    </>
  );
}

const Links = ({ label, links }: { readonly label: string; readonly links: readonly PatternLink[] }) => (
  <ShortTable
    label={label}
    rows={links}
    keyOf={({ site, url }) => `${site} ${url}`}
    columns={[
      { title: 'Address', cell: ({ url }) => <CrawledLink url={url} /> },
      { title: 'Site', cell: ({ site }) => <Crawled text={site} /> },
      { title: 'Now', cell: ({ url, status }) => <a href={hrefOf('why', [], { url })}>{status}</a> },
    ]}
  />
);
