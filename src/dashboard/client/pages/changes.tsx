import { useState } from 'preact/hooks';
import type { ChangeCounts, ChangeLine, RecrawlLine, RunsAnswer } from '../../pages/changes.ts';
import { RecrawlNow } from '../crawl/recrawl.tsx';
import { ChangeDialog } from '../kit/change-dialog.tsx';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { Empty } from '../kit/empty.tsx';
import { Select } from '../kit/form.tsx';
import { count, counted, date } from '../kit/format.ts';
import { CALM, useVersion } from '../kit/live.ts';
import { tellFailed } from '../kit/notices.tsx';
import { ask, useAnswer, withQuery } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { ShortTable } from '../kit/short-table.tsx';
import { Table, type TableColumn } from '../kit/table.tsx';

const kinds = ['page', 'internal', 'external', 'bad'] as const;
const kindNames = { page: 'pages', internal: 'internal links', external: 'external links', bad: 'bad links' } as const;

/** Period from a recrawl run to the next one. */
interface Span {
  readonly since: number;
  readonly before: number | undefined;
}

function spanOf(chosen: string, { runs, begun }: RunsAnswer): Span {
  const at = runs.findIndex(({ step }) => String(step) === chosen);
  const run = runs[at];
  return run ? { since: run.startedAt, before: runs[at - 1]?.startedAt } : { since: begun ?? 0, before: undefined };
}

/** Recrawl runs, and the new, changed and gone pages and links that they found. */
export function ChangesPage({ route: { query } }: PageProps) {
  const version = useVersion(CALM);
  const { value, error } = useAnswer<RunsAnswer>('/api/changes/runs', version);
  if (!value) return error === '' ? <p class="dim">Loading…</p> : <p class="trouble">{error}</p>;
  const { runs } = value;
  const chosen = query.run ?? (runs[0] ? String(runs[0].step) : 'all');
  // Starts with pages if there was no recrawl, as everything is new then.
  const kind = query.kind ?? (chosen === 'all' ? 'page' : '');
  const choose = (more: Record<string, string>) => goTo(hrefOf('changes', [], { ...query, ...more }), 'replace');
  const recrawlText = (step: string) => {
    const run = runs.find((one) => String(one.step) === step);
    return run ? `Recrawl run ${step}, ${date(run.startedAt)}` : 'Since the crawl began';
  };
  return (
    <>
      <h1>Changes</h1>
      <RecrawlNow />
      {runs.length === 0 && (
        <Empty
          purpose="This page shows what changed since the last visit: new, changed and missing pages and links. There is nothing to compare yet."
          command="forager recrawl --page-limit 100 --db FILE"
        >
          <span>
            {value.begun === null ? 'First crawl some sites; then press ' : 'Press '}
            <i>Recrawl…</i> above to visit known pages again. Until then, everything is listed as new.
          </span>
        </Empty>
      )}
      {value.begun !== null && (
        <>
          <div class="row below">
            <Select
              label="When"
              value={chosen}
              options={[...runs.map(({ step }) => String(step)), 'all']}
              textOf={recrawlText}
              onChoose={(run) => choose({ run })}
            />
            <Select
              label="Site"
              value={query.site ?? ''}
              options={['', ...value.sites]}
              textOf={(site) => site || 'all'}
              onChoose={(site) => choose({ site })}
            />
          </div>
          <div class="stack below">
            <Found
              key={`${chosen} ${query.site ?? ''}`}
              span={spanOf(chosen, value)}
              site={query.site || undefined}
              kind={kind}
              change={query.change ?? ''}
              onChoose={(next) => choose({ kind: next.kind || 'any', change: next.change })}
              version={version}
            />
            {runs.length > 0 && <RecrawlRuns runs={runs} chosen={chosen} />}
          </div>
        </>
      )}
    </>
  );
}

interface FoundProps {
  readonly span: Span;
  readonly site: string | undefined;
  /** Kind of changes shown; empty or `any`: all. */
  readonly kind: string;
  readonly change: string;
  readonly onChoose: (choice: { readonly kind: string; readonly change: string }) => void;
  readonly version: string;
}

const columns: readonly TableColumn<ChangeLine>[] = [
  { key: 'at', title: 'When', width: '10rem', cell: ({ at }) => date(at) },
  { key: 'kind', title: 'What', width: '7rem', cell: ({ kind }) => (kind === 'page' ? 'page' : `${kind} link`) },
  { key: 'change', title: 'Change', width: '6rem', isMain: true, cell: ({ change }) => change },
  {
    ...{ key: 'url', title: 'Address', width: 'minmax(16rem, 3fr)', isMain: true },
    cell: ({ url }) => <CrawledLink url={url} />,
  },
  { key: 'anchor', title: 'Text', width: 'minmax(8rem, 1fr)', cell: ({ anchor }) => <Crawled text={anchor ?? ''} /> },
  { key: 'site', title: 'Site', width: 'minmax(8rem, 1fr)', cell: ({ site }) => <Crawled text={site} /> },
  {
    key: 'fresh',
    title: 'Characters added',
    width: '10.5rem',
    isNumber: true,
    cell: ({ fresh }) => (fresh === null ? '' : count(fresh)),
  },
  {
    key: 'gone',
    title: 'Characters removed',
    width: '12rem',
    isNumber: true,
    cell: ({ gone }) => (gone === null ? '' : count(gone)),
  },
];

function Found({ span, site, kind, change, onChoose, version }: FoundProps) {
  const [opened, setOpened] = useState<ChangeLine | undefined>(undefined);
  const query = { ...span, site };
  const { value, error } = useAnswer<ChangeCounts>(withQuery('/api/changes/count', query), version);
  const counts = value?.counts ?? [];
  const ofKind = (one: { readonly kind: string }) => kind === '' || kind === 'any' || one.kind === kind;
  const shown = counts.filter((one) => ofKind(one) && (change === '' || one.change === change));
  const all = shown.reduce((sum, { changes }) => sum + changes, 0);
  const chosen = {
    ...query,
    kind: kind === 'any' || kind === '' ? undefined : kind,
    change: change === '' ? undefined : change,
  };
  return (
    <>
      {error !== '' && <p class="trouble">{error}</p>}
      <fieldset class="chips" aria-label="Kinds of changes">
        <button
          type="button"
          aria-pressed={kind === '' || kind === 'any'}
          onClick={() => onChoose({ kind: '', change: '' })}
        >
          all
        </button>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={kind === one && change === ''}
            onClick={() => onChoose({ kind: one, change: '' })}
          >
            {kindNames[one]}
          </button>
        ))}
        {counts.filter(ofKind).map((one) => (
          <button
            key={`${one.kind} ${one.change}`}
            type="button"
            aria-pressed={kind === one.kind && change === one.change}
            onClick={() => onChoose(one)}
          >
            {kindNames[one.kind]} {one.change}: {count(one.changes)}
          </button>
        ))}
      </fieldset>
      <p role="status">{value ? counted(all, 'change') : 'Counting…'}</p>
      <div class="tall">
        <Table<ChangeLine>
          label="Changes, newest first"
          columns={columns}
          count={all}
          version={JSON.stringify([chosen, version])}
          load={(from, limit, _, signal) => ask('/api/changes/rows', { ...chosen, from, limit }, signal)}
          onFailed={tellFailed}
          onOpen={setOpened}
          empty="No changes."
        />
      </div>
      {opened && <ChangeDialog line={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const found = ['unchanged', 'changed', 'gone', 'back', 'moved', 'unreachable', 'doubted'] as const;

const RecrawlRuns = ({ runs, chosen }: { readonly runs: readonly RecrawlLine[]; readonly chosen: string }) => (
  <ShortTable
    label="Recrawl runs"
    rows={runs}
    keyOf={({ step }) => String(step)}
    isMarked={({ step }) => String(step) === chosen}
    columns={[
      {
        title: 'Run',
        isNumber: true,
        cell: ({ step }) => <a href={hrefOf('changes', [], { run: String(step) })}>{step}</a>,
      },
      { title: 'Began', cell: ({ startedAt }) => date(startedAt) },
      { title: 'Ended', cell: ({ endedAt }) => (endedAt === null ? 'unfinished' : date(endedAt)) },
      { title: 'Rule', cell: ({ rule }) => rule },
      { title: 'Known pages', isNumber: true, cell: ({ pages }) => count(pages) },
      ...found.map((what) => ({
        title: what,
        isNumber: true,
        cell: ({ revisits }: RecrawlLine) => count(revisits[what] ?? 0),
      })),
      { title: 'new pages', isNumber: true, cell: ({ newPages }) => count(newPages) },
    ]}
  />
);
