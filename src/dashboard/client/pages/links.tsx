import { useState } from 'preact/hooks';
import { type LinkKind, linkKinds } from '../../../domain/link.ts';
import type { LinkRow } from '../../link-reads.ts';
import { Empty } from '../kit/empty.tsx';
import { Trouble } from '../kit/form.tsx';
import { count, counted } from '../kit/format.ts';
import { live } from '../kit/live.ts';
import { tellFailed } from '../kit/notices.tsx';
import { withQuery } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { Table } from '../kit/table.tsx';
import { DeleteDialog, DeletionsDialog } from '../links/delete-links.tsx';
import { LinkDetailDialog } from '../links/link-detail.tsx';
import { type Conditions, conditionNames, LinkFilters } from '../links/link-filters.tsx';
import { linkColumns, useLinkList } from '../links/link-list.tsx';

const titles: Readonly<Record<LinkKind, string>> = {
  external: 'External',
  internal: 'Internal',
  bad: 'Bad',
  resource: 'Resources',
};

/** Purpose of each list, shown while the list is empty. */
const purposes: Readonly<Record<LinkKind, string>> = {
  external: 'External links lead from the sites of the crawl to other sites.',
  internal: 'Internal links lead to pages of the sites of the crawl.',
  bad: 'Bad links have an address that leads to no page, such as a misspelt one.',
  resource: 'Resources are addresses that pages load or request, such as images and scripts.',
};

const FORMATS = ['csv', 'jsonl', 'parquet', 'sqlite', 'xlsx'];

/** Links of a kind, which can be filtered, sorted, exported and deleted; the address holds the filter. */
export function LinksPage({ route: { path, query } }: PageProps) {
  const kind = linkKinds.find((name) => name === path[0]) ?? 'external';
  const names = [...conditionNames(kind), 'deleted'];
  const conditions: Conditions = Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
  const [again, setAgain] = useState(0);
  const [dialog, setDialog] = useState<'delete' | 'deletions' | number | undefined>();
  const asked = { ...conditions, ...(query.sort !== undefined && { sort: query.sort }) };
  const { total, shown, version, load, error } = useLinkList(kind, asked, again);
  const refresh = () => setAgain((times) => times + 1);
  const close = () => setDialog(undefined);
  const go = (given: Conditions, order: string | undefined) =>
    goTo(hrefOf('links', [kind], { ...given, sort: order }), 'replace');
  const { deleted, ...deletable } = conditions;
  const isEmpty = total === 0 && Object.keys(conditions).length === 0;
  return (
    <>
      <h1 class="unseen">Links</h1>
      <div class="row spread">
        <nav class="tabs" aria-label="Kinds of links">
          {linkKinds.map((name) => (
            <a key={name} class="tab" href={hrefOf('links', [name])} aria-current={name === kind ? 'page' : undefined}>
              {titles[name]}
            </a>
          ))}
        </nav>
        <Total
          total={total}
          shown={shown}
          kind={kind}
          isAll={Object.keys(conditions).length === 0}
          onRefresh={refresh}
        />
      </div>
      <LinkFilters key={kind} kind={kind} conditions={conditions} onChange={(given) => go(given, query.sort)} />
      <div class="row">
        <span class="dim">Export:</span>
        {FORMATS.map((format) => (
          <a key={format} href={withQuery(`/api/links/${kind}/export`, { ...asked, format })} download>
            {format}
          </a>
        ))}
        <button type="button" onClick={() => setDialog('deletions')}>
          Deleted links…
        </button>
        <button
          type="button"
          class="danger"
          disabled={total === undefined || total === 0 || deleted !== undefined}
          onClick={() => setDialog('delete')}
        >
          Delete{total === undefined ? '' : ` ${count(total)}`}…
        </button>
      </div>
      <Trouble text={error} />
      {isEmpty && (
        <Empty
          purpose={`${purposes[kind]} None has been found yet.`}
          command="forager crawl --url https://www.example.edu/ --page-limit 500 --db FILE"
        >
          <span>
            Start the crawl on the <a href={hrefOf('overview')}>Overview</a>; links appear here as pages are visited.
          </span>
        </Empty>
      )}
      <div class="fill" hidden={isEmpty}>
        <Table<LinkRow>
          label={`${titles[kind]} links`}
          columns={linkColumns[kind]}
          count={shown}
          load={load}
          version={version}
          onFailed={tellFailed}
          sort={query.sort}
          onSort={(order) => go(conditions, order)}
          onOpen={({ id }) => setDialog(id)}
          empty={total === undefined ? 'Loading…' : 'No link meets these conditions.'}
        />
      </div>
      {dialog === 'delete' && <DeleteDialog kind={kind} conditions={deletable} onDone={refresh} onClose={close} />}
      {dialog === 'deletions' && <DeletionsDialog onDone={refresh} onClose={close} />}
      {typeof dialog === 'number' && <LinkDetailDialog kind={kind} id={dialog} onClose={close} />}
    </>
  );
}

interface TotalProps {
  readonly total: number | undefined;
  readonly shown: number;
  readonly kind: LinkKind;
  /** True if no filter is set. */
  readonly isAll: boolean;
  readonly onRefresh: () => void;
}

const totals = { external: 'external', internal: 'internal', bad: 'bad', resource: 'resources' } as const;

/** Number of links, and of new ones since the list was loaded. */
function Total({ total, shown, kind, isAll, onRefresh }: TotalProps) {
  const crawl = live.crawl.value;
  const since = isAll && crawl && total !== undefined ? crawl[totals[kind]] - total : 0;
  return (
    <div class="row">
      <span role="status">{total === undefined ? `${count(shown)} so far…` : `${counted(total, 'link')}`}</span>
      <button type="button" class={since > 0 ? 'primary' : ''} onClick={onRefresh}>
        {since > 0 ? `Show ${count(since)} new` : 'Refresh'}
      </button>
    </div>
  );
}
