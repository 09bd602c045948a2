import { useEffect, useState } from 'preact/hooks';
import type { WhyAnswer } from '../../pages/why.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { Empty } from '../kit/empty.tsx';
import { Form } from '../kit/form.tsx';
import { count, figure } from '../kit/format.ts';
import { useAnswer, withQuery } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';

const verdicts = { visited: 'visited', waiting: 'still waiting', never: 'skipped' } as const;

/** Explanation why an address was visited at its time, is still waiting, or was skipped. */
export function WhyPage({ route }: PageProps) {
  const asked = route.query.url ?? '';
  const [url, setUrl] = useState(asked);
  useEffect(() => setUrl(asked), [asked]);
  const [times, setTimes] = useState(0);
  const { value, error, isLoading } = useAnswer<WhyAnswer>(
    asked === '' ? undefined : withQuery('/api/why', { url: asked }),
    times,
  );
  return (
    <>
      <h1>Why</h1>
      <Form
        class="row"
        onSend={() => {
          setTimes(times + 1);
          goTo(hrefOf('why', [], { url: url.trim() }));
        }}
      >
        <label class="grow">
          Address of a page, visited or not
          <input
            type="text"
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            value={url}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={url.trim() === ''}>
          Why?
        </button>
      </Form>
      <div class="stack below" aria-live="polite" aria-busy={isLoading}>
        {asked !== '' && error !== '' && <p class="trouble">{error}</p>}
        {asked !== '' && error === '' && value && <Answer answer={value} />}
        {asked === '' && (
          <Empty
            purpose="Enter an address to see why it was visited, why it is still waiting, or why it was skipped."
            command="forager status --why https://www.example.edu/news/ --db FILE"
          >
            <span>For example https://www.example.edu/news/, or an address from a list of links.</span>
          </Empty>
        )}
        {asked !== '' && !value && isLoading && <p class="dim">Replaying the visits before it…</p>}
      </div>
    </>
  );
}

function Answer({ answer: { url, links, never } }: { readonly answer: WhyAnswer }) {
  if (links.length === 0)
    return (
      <section class="panel">
        <h2>
          <CrawledLink url={url} />
        </h2>
        <p>
          <b>Not visited.</b>
        </p>
        {never.map((line) => (
          <p key={line}>
            <Crawled text={line} />
          </p>
        ))}
      </section>
    );
  return (
    <>
      {links.map((link) => (
        <section key={`${link.site} ${link.kind}`} class="panel">
          <h2>
            <CrawledLink url={link.url} />
          </h2>
          <p>
            <b class={link.verdict === 'visited' ? 'good' : ''}>{verdicts[link.verdict]}</b>
            {link.status === null ? '' : `, status ${link.status}`}
          </p>
          {link.lines.map((line) => (
            <p key={line}>
              <Crawled text={line} most={1000} />
            </p>
          ))}
          {link.sourceUrl !== null && (
            <p>
              <a href={hrefOf('why', [], { url: link.sourceUrl })}>Why was the page visited that links to it?</a>
            </p>
          )}
          {link.sites.length > 0 && <Sites sites={link.sites} own={link.site} />}
        </section>
      ))}
    </>
  );
}

type Sites = WhyAnswer['links'][number]['sites'];

function Sites({ sites, own }: { readonly sites: Sites; readonly own: string }) {
  return (
    <ShortTable
      label="Sites in the order in which the site rule would pick them now"
      rows={sites}
      keyOf={({ site }) => site}
      isMarked={({ site }) => site === own}
      columns={[
        { title: 'Place', isNumber: true, cell: (_, at) => at + 1 },
        { title: 'Site', cell: ({ site }) => <Crawled text={site} /> },
        { title: 'Score', isNumber: true, cell: ({ score }) => figure(score) },
        { title: 'Visits', isNumber: true, cell: ({ visits }) => count(visits) },
        { title: 'Reward', isNumber: true, cell: ({ reward }) => figure(reward) },
      ]}
    />
  );
}
