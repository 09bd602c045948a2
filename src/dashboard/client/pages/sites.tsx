import { useMemo, useState } from 'preact/hooks';
import { limitsText } from '../../../domain/wording.ts';
import type { SiteRow } from '../../pages/sites.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { Empty } from '../kit/empty.tsx';
import { Check, Select, Trouble } from '../kit/form.tsx';
import { count, counted, figure, siteStatus } from '../kit/format.ts';
import { useVersion } from '../kit/live.ts';
import { tellDone, tellFailed } from '../kit/notices.tsx';
import { send, useAnswer } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { Table, type TableColumn } from '../kit/table.tsx';
import { AddSitesDialog } from '../sites/add-sites.tsx';
import { concernNames, concernTexts } from '../sites/concerns.ts';
import { SiteDetailDialog } from '../sites/site-detail.tsx';

/** Milliseconds between two requests for the sites, as there may be tens of thousands. */
const LOOK_EVERY = 5000;

type NumberKey = 'pages' | 'failed' | 'internal' | 'external' | 'bad' | 'resources' | 'waiting' | 'reward';

const number = (key: NumberKey, title: string, width = '6rem'): TableColumn<SiteRow> => ({
  ...{ key, title, width, isNumber: true, sort: key },
  cell: (row) => (key === 'reward' ? figure(row[key]) : count(row[key])),
});

const columns: readonly TableColumn<SiteRow>[] = [
  {
    ...{ key: 'site', title: 'Site', width: 'minmax(10rem, 2fr)', sort: 'site', isMain: true },
    cell: ({ site }) => <Crawled text={site} most={80} />,
  },
  {
    ...{ key: 'status', title: 'Status', width: 'minmax(8rem, 1fr)', sort: 'status', isMain: true },
    cell: ({ status, removed, note }) => (
      <Crawled
        text={(removed === null ? siteStatus(status) : 'removed') + (note === '' ? '' : `: ${note}`)}
        most={200}
      />
    ),
  },
  number('pages', 'Pages', '5rem'),
  number('failed', 'Failed', '5rem'),
  number('waiting', 'Waiting'),
  { ...number('external', 'External'), isMain: true },
  number('internal', 'Internal'),
  number('bad', 'Bad', '4.5rem'),
  number('resources', 'Resources', '6.5rem'),
  number('reward', 'Reward', '5.5rem'),
  { ...{ key: 'kind', title: 'Kind', width: '6.5rem', sort: 'kind' }, cell: ({ kind }) => kind },
  { ...{ key: 'scope', title: 'Scope', width: '5rem', sort: 'scope' }, cell: ({ scope }) => scope },
  {
    ...{ key: 'url', title: 'Start page', width: 'minmax(8rem, 3fr)', sort: 'url' },
    cell: ({ url }) => <CrawledLink url={url} />,
  },
];

/** Column shown if some sites have their own limits. */
const limitsColumn: TableColumn<SiteRow> = {
  ...{ key: 'limits', title: 'Own limits', width: 'minmax(10rem, 2fr)' },
  cell: (row) => <Crawled text={limitsText(row)} most={200} />,
};

/** Column shown if the crawl added found sites. */
const foundColumn: TableColumn<SiteRow> = {
  ...{ key: 'foundOn', title: 'Found on', width: 'minmax(14rem, 3fr)', sort: 'foundOn' },
  cell: ({ foundOn }) => foundOn !== null && <CrawledLink url={foundOn} />,
};

const columnsOf = (all: readonly SiteRow[]): readonly TableColumn<SiteRow>[] => [
  ...columns,
  ...(all.some((row) => limitsText(row) !== '') ? [limitsColumn] : []),
  ...(all.some(({ foundOn }) => foundOn !== null) ? [foundColumn] : []),
];

/** List of sites with totals and status; sites can be added, removed and restored while a crawl runs. */
export function SitesPage({ route: { query } }: PageProps) {
  const [edits, setEdits] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const slowly = useVersion(LOOK_EVERY);
  const { value: all, error } = useAnswer<readonly SiteRow[]>('/api/sites', `${slowly} ${edits}`);
  const { text = '', removed, sort, concern = '', open } = query;
  const rows = useMemo(
    () => listed(ofConcern(all ?? [], concern), text, removed === 'true', sort),
    [all, concern, text, removed, sort],
  );
  const go = (given: Readonly<Record<string, string | undefined>>) =>
    goTo(hrefOf('sites', [], { ...query, ...given }), 'replace');
  const edited = () => setEdits((times) => times + 1);
  const mark = async (site: SiteRow, how: 'remove' | 'restore') => {
    go({ open: undefined });
    try {
      await send(`/api/sites/${how}`, { ids: [site.id] });
      const undo = { label: 'Undo', run: () => void mark(site, how === 'remove' ? 'restore' : 'remove') };
      tellDone(`${site.site} is ${how === 'remove' ? 'removed' : 'restored'}`, undo);
      edited();
    } catch (failure) {
      tellFailed(failure);
    }
  };
  const shown = all?.find(({ id }) => String(id) === open);
  return (
    <>
      <h1 class="unseen">Sites</h1>
      <div class="row spread">
        <div class="row">
          <label>
            Name or address
            <input
              name="text"
              autocomplete="off"
              spellcheck={false}
              value={text}
              onInput={(event) => go({ text: event.currentTarget.value })}
            />
          </label>
          <Select
            label="Status"
            value={concern}
            options={['', ...concernNames]}
            textOf={(name) => concernNames.flatMap((one) => (one === name ? [concernTexts[one].name] : []))[0] ?? 'any'}
            onChoose={(name) => go({ concern: name })}
          />
          <Check isOn={removed === 'true'} onChange={(isOn) => go({ removed: isOn ? 'true' : undefined })}>
            Show removed sites
          </Check>
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            Add sites…
          </button>
        </div>
        <span role="status">{all === undefined ? 'Loading…' : counted(rows.length, 'site')}</span>
      </div>
      <Trouble text={error} />
      {all?.length === 0 && (
        <Empty
          purpose="Sites are the websites that the crawl visits, with their totals and their status. There is none yet."
          command="forager sites add https://www.example.edu/ --db FILE"
        >
          <span>Add the first one, such as https://www.example.edu/:</span>
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            Add sites…
          </button>
        </Empty>
      )}
      <div class="fill" hidden={all?.length === 0}>
        <Table<SiteRow>
          label="Sites"
          columns={columnsOf(all ?? [])}
          count={rows.length}
          load={async (from, limit) => rows.slice(from, from + limit)}
          version={`${slowly} ${edits} ${all?.length} ${text} ${removed} ${concern} ${sort}`}
          onFailed={tellFailed}
          sort={sort}
          onSort={(chosen) => go({ sort: chosen })}
          onOpen={({ id }) => go({ open: String(id) })}
          empty={all === undefined ? 'Loading…' : 'No site matches.'}
        />
      </div>
      {isAdding && <AddSitesDialog onDone={edited} onClose={() => setAdding(false)} />}
      {shown && (
        <SiteDetailDialog
          site={shown}
          onRemove={(site) => void mark(site, 'remove')}
          onRestore={(site) => void mark(site, 'restore')}
          onChanged={edited}
          onClose={() => go({ open: undefined })}
        />
      )}
    </>
  );
}

const ofConcern = (all: readonly SiteRow[], concern: string): readonly SiteRow[] =>
  concern === '' ? all : all.filter(({ concerns }) => concerns.some((one) => one === concern));

/** Returns the sites to show, sorted; by default in the order of their addition. */
function listed(all: readonly SiteRow[], text: string, areRemoved: boolean, sort: string | undefined) {
  const part = text.toLowerCase();
  const found = all.filter(
    ({ site, name, url, removed }) =>
      (removed !== null) === areRemoved && [site, name, url].some((value) => value.toLowerCase().includes(part)),
  );
  if (sort === undefined) return found;
  const key = sort.replace(/^-/, '');
  const value = (row: SiteRow) => (key in row ? row[key as keyof SiteRow] : null) ?? '';
  const sign = sort === key ? 1 : -1;
  return found.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
}
