import { useState } from 'preact/hooks';
import type { HitsAnswer, HitsLine } from '../../wire/hits.ts';
import { withQuery } from '../kit/ask.ts';
import { Crawled, CrawledLink } from '../kit/crawled.tsx';
import { counted, figure } from '../kit/format.ts';
import { ShortTable } from '../kit/short-table.tsx';
import { useAnswer } from '../kit/use-answer.ts';

const weights = [
  ['1', 'as others'],
  ['0.1', 'a tenth'],
  ['0', 'nothing'],
] as const;

/** Authorities and hubs of the crawl, by HITS. */
export function HitsPage() {
  const [asked, setAsked] = useState({ top: '20', withinSite: '1', shared: false });
  const [path, setPath] = useState<string | undefined>(undefined);
  const { value, error, isLoading } = useAnswer<HitsAnswer>(path);
  return (
    <>
      <h1>HITS</h1>
      <p class="dim">
        Hubs link to good authorities, authorities are linked by good hubs (Kleinberg 1999). External links count as
        pages, too.
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          // The time: what was found meanwhile counts, too.
          setPath(withQuery('/api/hits', { ...asked, at: Date.now() }));
        }}
      >
        <label>
          Pages of each list
          <input
            type="number"
            min="1"
            max="1000"
            required
            value={asked.top}
            onInput={(event) => setAsked({ ...asked, top: event.currentTarget.value })}
          />
        </label>
        <label>
          Links within a site count
          <select
            value={asked.withinSite}
            onChange={(event) => setAsked({ ...asked, withinSite: event.currentTarget.value })}
          >
            {weights.map(([weight, text]) => (
              <option key={weight} value={weight}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={asked.shared}
            onChange={(event) => setAsked({ ...asked, shared: event.currentTarget.checked })}
          />
          Links between two sites share one vote
        </label>
        <button type="submit" class="primary" disabled={isLoading}>
          Compute
        </button>
        {isLoading && <span class="dim">Computing, in a thread…</span>}
      </form>
      <div class="stack below" aria-live="polite" aria-busy={isLoading}>
        {error !== '' && <p class="trouble">{error}</p>}
        {value && (
          <>
            <p role="status">
              Of {counted(value.pages, 'page')} and {counted(value.links, 'link')}.
            </p>
            <div class="columns">
              <Ranked label="Authorities" rows={value.authorities} />
              <Ranked label="Hubs" rows={value.hubs} />
            </div>
          </>
        )}
      </div>
    </>
  );
}

const Ranked = ({ label, rows }: { readonly label: string; readonly rows: readonly HitsLine[] }) => (
  <ShortTable
    label={label}
    rows={rows}
    keyOf={({ url }) => url}
    columns={[
      { title: 'Rank', isNumber: true, cell: ({ rank }) => rank },
      {
        title: 'Page',
        cell: ({ url, title }) => (
          <>
            {title !== null && title !== '' && (
              <div>
                <Crawled text={title} most={120} />
              </div>
            )}
            <CrawledLink url={url} />
          </>
        ),
      },
      {
        title: 'Site',
        cell: ({ site }) => (site === null ? <span class="dim">outside</span> : <Crawled text={site} />),
      },
      { title: 'Weight', isNumber: true, cell: ({ weight }) => figure(weight) },
    ]}
    empty="No page links to another."
  />
);
