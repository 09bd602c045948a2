import { useState } from 'preact/hooks';
import type { HitsAnswer, HitsLine } from '../../pages/hits.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { Check, Form, Select } from '../kit/form.tsx';
import { counted, figure } from '../kit/format.ts';
import { useAnswer, withQuery } from '../kit/request.ts';
import { ShortTable } from '../kit/short-table.tsx';

const weights: Readonly<Record<string, string>> = { '1': 'fully', '0.1': 'a tenth', '0': 'not at all' };

/** Authorities and hubs of the crawl, by HITS. */
export function HitsPage() {
  const [asked, setAsked] = useState({ top: '20', withinSite: '1', shared: false });
  const [path, setPath] = useState<string | undefined>(undefined);
  const { value, error, isLoading } = useAnswer<HitsAnswer>(path);
  return (
    <>
      <h1>HITS</h1>
      <p class="dim">
        Good hubs link to good authorities, and good authorities are linked from good hubs (Kleinberg 1999). External
        links count as pages, too. Press Compute to rank the pages.
      </p>
      <Form
        class="row"
        onSend={() =>
          // Adds the time, so that the address differs and the request is repeated with new links.
          setPath(withQuery('/api/hits', { ...asked, at: Date.now() }))
        }
      >
        <label>
          Pages per list
          <input
            type="number"
            min="1"
            max="1000"
            required
            value={asked.top}
            onInput={(event) => setAsked({ ...asked, top: event.currentTarget.value })}
          />
        </label>
        <Select
          label="Links within a site count"
          value={asked.withinSite}
          options={['1', '0.1', '0']}
          textOf={(weight) => weights[weight] ?? ''}
          onChoose={(withinSite) => setAsked({ ...asked, withinSite })}
        />
        <Check isOn={asked.shared} onChange={(shared) => setAsked({ ...asked, shared })}>
          Links between two sites share one vote
        </Check>
        <button type="submit" class="primary" disabled={isLoading}>
          Compute
        </button>
        {isLoading && <span class="dim">Computing…</span>}
      </Form>
      <div class="stack below" aria-live="polite" aria-busy={isLoading}>
        {error !== '' && <p class="trouble">{error}</p>}
        {value && (
          <>
            <p role="status">
              Based on {counted(value.pages, 'page')} and {counted(value.links, 'link')}.
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
    empty="No page links to another yet: crawl some pages first."
  />
);
