import { useState } from 'preact/hooks';
import type { TopicLine, TopicPageAnswer, TopicPageLine, TopicsAnswer } from '../../pages/topics.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Empty } from '../kit/empty.tsx';
import { count, counted, figure } from '../kit/format.ts';
import { CALM, useVersion } from '../kit/live.ts';
import { tellFailed } from '../kit/notices.tsx';
import { ask, useAnswer, withQuery } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';
import { Table, type TableColumn } from '../kit/table.tsx';

/** Topic of the crawl, with the best-matching pages. */
export function TopicsPage({ route }: PageProps) {
  const version = useVersion(CALM);
  const { value, error } = useAnswer<TopicsAnswer>('/api/topics', version);
  const topics = value?.topics ?? [];
  const topic = topics.find(({ name }) => name === route.query.topic) ?? topics[0];
  return (
    <>
      <h1>Topics</h1>
      {error !== '' && <p class="trouble">{error}</p>}
      {value && !topic && (
        <Empty
          purpose="This page shows the topic of a crawl, its words, and the pages that match it best. No run had a topic."
          command="forager crawl --topic courses --page-limit 500 --db FILE"
        >
          <span>
            Crawl with a topic; <code>forager topics list</code> shows the built-in ones.
          </span>
        </Empty>
      )}
      {topics.length > 1 && (
        <fieldset class="chips" aria-label="Topic">
          {topics.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === topic?.name}
              onClick={() => goTo(hrefOf('topics', [], { topic: name }))}
            >
              <Crawled text={name} />
            </button>
          ))}
        </fieldset>
      )}
      {topic && <Topic key={topic.name} topic={topic} version={version} />}
    </>
  );
}

const columns: readonly TableColumn<TopicPageLine>[] = [
  {
    ...{ key: 'relevance', title: 'Relevance', width: '7rem', isNumber: true, isMain: true },
    cell: ({ relevance }) => figure(relevance),
  },
  {
    ...{ key: 'title', title: 'Title', width: 'minmax(12rem, 2fr)', isMain: true },
    cell: ({ title }) => <Crawled text={title} />,
  },
  { key: 'url', title: 'Address', width: 'minmax(14rem, 3fr)', cell: ({ url }) => <CrawledLink url={url} /> },
  { key: 'site', title: 'Site', width: 'minmax(8rem, 1fr)', cell: ({ site }) => <Crawled text={site} /> },
];

function Topic({ topic, version }: { readonly topic: TopicLine; readonly version: string }) {
  const [opened, setOpened] = useState<TopicPageLine | undefined>(undefined);
  const { name, languages, types, relevance, words, heaviest, pages } = topic;
  return (
    <div class="stack below">
      <p>
        <b>
          <Crawled text={name} />
        </b>
        : {counted(words, 'word')} in {languages.join(', ')}; target documents: {types.join(', ') || 'none'}
        {relevance === null ? '' : `, pages with relevance of ${figure(relevance)} or more`}.
      </p>
      <div class="columns">
        <section class="stack">
          <h2>Best matching pages</h2>
          <p class="dim">{counted(pages, 'page')} with a word of it. Open a page to see its score, term by term.</p>
          <div class="tall">
            <Table<TopicPageLine>
              label="Pages, best match first"
              columns={columns}
              count={pages}
              version={`${name} ${version}`}
              load={(from, limit, _, signal) => ask('/api/topics/pages', { topic: name, from, limit }, signal)}
              onFailed={tellFailed}
              onOpen={setOpened}
              empty="No page has a word of it."
            />
          </div>
        </section>
        <ShortTable
          label={words > heaviest.length ? `The ${count(heaviest.length)} words with the largest weights` : 'Its words'}
          rows={heaviest}
          keyOf={({ term }) => term}
          columns={[
            { title: 'Word', cell: ({ term }) => <Crawled text={term} /> },
            { title: 'Compared as', cell: ({ compared }) => <Crawled text={compared || '(ignored)'} /> },
            { title: 'Weight', isNumber: true, cell: ({ weight }) => figure(weight) },
          ]}
        />
      </div>
      {opened && <Explained topic={name} line={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

interface ExplainedProps {
  readonly topic: string;
  readonly line: TopicPageLine;
  readonly onClose: () => void;
}

function Explained({ topic, line, onClose }: ExplainedProps) {
  const { value, error } = useAnswer<TopicPageAnswer>(withQuery('/api/topics/page', { topic, page: line.page }));
  const most = value?.terms[0]?.share ?? 1;
  return (
    <Dialog title="Why it matches" onClose={onClose}>
      <p>
        <CrawledLink url={line.url} />
      </p>
      {error !== '' && <p class="trouble">{error}</p>}
      {value && (
        <>
          <p>
            Relevance {figure(line.relevance)} when it was visited
            {value.hasText
              ? `, ${figure(value.relevance)} by its stored text`
              : '; its text is not stored, so only its title counts here'}
            . Each term adds a share:
          </p>
          <ShortTable
            label="Terms of the topic on the page"
            rows={value.terms}
            keyOf={({ term }) => term}
            columns={[
              { title: 'Term', cell: ({ term }) => <Crawled text={term} /> },
              { title: 'Times', isNumber: true, cell: ({ count: times }) => count(times) },
              { title: 'Adds', isNumber: true, cell: ({ share }) => figure(share) },
              {
                title: 'Share',
                cell: ({ share }) => (
                  <span class="bar-of" aria-hidden="true">
                    <i style={{ width: `${(100 * share) / most}%` }} />
                  </span>
                ),
              },
            ]}
            empty="None."
          />
          <p>
            <a href={hrefOf('why', [], { url: line.url })}>Why was it visited?</a>
          </p>
        </>
      )}
    </Dialog>
  );
}
