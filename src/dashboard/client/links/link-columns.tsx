import type { LinkKind } from '../../../domain/link.ts';
import type { LinkRow } from '../../wire/links.ts';
import { Crawled, CrawledLink } from '../kit/crawled.tsx';
import { date } from '../kit/format.ts';
import type { TableColumn } from '../kit/table.tsx';

type Column = TableColumn<LinkRow>;

const site: Column = {
  ...{ key: 'site', title: 'Site', width: 'minmax(7rem, 1fr)', sort: 'site' },
  cell: ({ site: name }) => <Crawled text={name} most={60} />,
};
const url: Column = {
  ...{ key: 'url', title: 'Address', width: 'minmax(18rem, 4fr)', sort: 'url' },
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

/** What the list of each kind shows. */
export const linkColumns: Readonly<Record<LinkKind, readonly Column[]>> = {
  external: [site, url, domain, anchor, source, level, plain('rel', 'rel', '6rem'), technique, seen],
  internal: [site, url, plain('status', 'Status', '7rem'), anchor, source, level, technique, seen],
  bad: [
    site,
    { ...url, title: 'Written', cell: ({ url: raw }) => <Crawled text={raw} /> },
    plain('reason', 'Reason', '7rem'),
    anchor,
    source,
    level,
    technique,
    seen,
  ],
  resource: [
    site,
    url,
    plain('role', 'Role', '7rem'),
    plain('method', 'Method', '5rem'),
    domain,
    source,
    level,
    plain('element', 'Element', '6rem'),
    technique,
    seen,
  ],
};
