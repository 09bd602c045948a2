import { useEffect, useState } from 'preact/hooks';
import { type LinkKind, textConditions } from '../../../domain/link.ts';
import type { LinkRow } from '../../link-reads.ts';
import type { LinkList } from '../../pages/links.ts';
import { Crawled, CrawledLink } from '../kit/crawled-text.tsx';
import { date } from '../kit/format.ts';
import { ask, messageOf } from '../kit/request.ts';
import type { LoadRows } from '../kit/row-cache.ts';
import type { TableColumn } from '../kit/table.tsx';

interface ShownList {
  /** Number of links; undefined while counting, when the first rows are already shown. */
  readonly total: number | undefined;
  readonly shown: number;
  readonly version: string;
  readonly load: LoadRows<LinkRow>;
  readonly error: string;
}

interface State {
  readonly key: string;
  readonly list?: LinkList;
  readonly first?: readonly LinkRow[];
  readonly error?: string;
}

/** Returns a snapshot of a list of links; a change of `again` requests a new one. */
export function useLinkList(kind: LinkKind, query: Readonly<Record<string, string>>, again: number): ShownList {
  const key = JSON.stringify([kind, query, again]);
  const [state, setState] = useState<State>({ key });
  useEffect(() => {
    const control = new AbortController();
    const failed = (error: unknown) => {
      if (!control.signal.aborted) setState((last) => ({ ...last, key, error: messageOf(error) }));
    };
    // Shows the old list until the next one is loaded. A search by text returns the whole list at once.
    if (!textConditions.some((name) => name in query))
      ask<LinkRow[]>(`/api/links/${kind}/first`, query, control.signal).then(
        (first) => setState((last) => (last.key === key && last.list ? last : { key, first })),
        failed,
      );
    ask<LinkList>(`/api/links/${kind}/list`, query, control.signal).then(
      (list) => setState((last) => ({ key, list, ...(last.key === key && last.first && { first: last.first }) })),
      failed,
    );
    return () => control.abort();
  }, [key]);
  const { list, first = [], error = '' } = state;
  return {
    total: list?.count,
    shown: list?.count ?? first.length,
    version: list?.list ?? `first ${state.key}`,
    error,
    load: async (from, limit, _, signal) => {
      const isKnown = from + limit <= first.length || (list?.count ?? first.length) <= first.length;
      if (isKnown || !list) return first.slice(from, from + limit);
      return await ask<LinkRow[]>(`/api/lists/${list.list}`, { from, limit }, signal);
    },
  };
}

type Column = TableColumn<LinkRow>;

const site: Column = {
  ...{ key: 'site', title: 'Site', width: 'minmax(7rem, 1fr)', sort: 'site' },
  cell: ({ site: name }) => <Crawled text={name} most={60} />,
};
const url: Column = {
  ...{ key: 'url', title: 'Address', width: 'minmax(17rem, 4fr)', sort: 'url', isMain: true },
  cell: ({ url: address }) => <CrawledLink url={address} />,
};
const anchor: Column = {
  ...{ key: 'anchor', title: 'Text', width: 'minmax(10rem, 2fr)' },
  cell: ({ anchor: text }) => <Crawled text={text ?? ''} most={120} />,
};
const source: Column = {
  ...{ key: 'source', title: 'Found on', width: 'minmax(12rem, 3fr)' },
  cell: ({ sourceUrl }) => (sourceUrl === null ? 'start page' : <CrawledLink url={sourceUrl} />),
};
const level: Column = {
  ...{ key: 'level', title: 'Level', width: '4.5rem', isNumber: true, sort: 'level' },
  cell: ({ level: depth }) => depth,
};
const seen: Column = {
  ...{ key: 'seen', title: 'First seen', width: '10rem', sort: 'first-seen' },
  cell: ({ firstSeen }) => (firstSeen === null ? '' : date(firstSeen)),
};
const plain = (
  key: 'rel' | 'technique' | 'status' | 'reason' | 'role' | 'method' | 'element',
  title: string,
  width: string,
): Column => ({
  ...{ key, title, width },
  cell: (row) => <Crawled text={row[key] ?? ''} most={60} />,
});
const technique = plain('technique', 'Technique', '7rem');
const domain: Column = {
  ...{ key: 'domain', title: 'Domain', width: 'minmax(8rem, 1fr)', sort: 'domain' },
  cell: ({ domain: name }) => <Crawled text={name ?? ''} most={60} />,
};

const main = (column: Column): Column => ({ ...column, isMain: true });

/** Columns of the list for each kind of link. */
export const linkColumns: Readonly<Record<LinkKind, readonly Column[]>> = {
  external: [main(site), url, domain, anchor, source, level, plain('rel', 'rel', '6rem'), technique, seen],
  internal: [site, url, main(plain('status', 'Status', '7rem')), anchor, source, level, technique, seen],
  bad: [
    site,
    { ...url, title: 'As written', cell: ({ url: raw }) => <Crawled text={raw} /> },
    main(plain('reason', 'Reason', '7rem')),
    anchor,
    source,
    level,
    technique,
    seen,
  ],
  resource: [
    site,
    url,
    main(plain('role', 'Role', '7rem')),
    plain('method', 'Method', '5rem'),
    domain,
    source,
    level,
    plain('element', 'Element', '6rem'),
    technique,
    seen,
  ],
};
