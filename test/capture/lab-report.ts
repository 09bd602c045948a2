import type { FoundLink } from '../../src/domain/link.ts';
import type { Captured } from '../../src/domain/page.ts';
import type { Expected, LabPage } from '../site/capture-lab/lab.ts';

const isRead = ({ method }: FoundLink): boolean => method === 'GET' || method === 'HEAD';

/** Faults in the links found on a page of the lab, one line per address. */
export function faultsOf(page: LabPage, captured: Captured): string[] {
  const found = captured.kind === 'page' ? captured.links.filter(({ role }) => role !== 'guess') : [];
  const byRole = new Map(found.map(({ url, role }) => [url, role]));
  const lacks = (name: keyof Expected, here: ReadonlySet<string>) =>
    page[name]
      .filter((address) => !here.has(address))
      .map((address) => `lacks of its ${name}: ${address}${said(byRole.get(address))}`);
  const anyRole = addressesOf(found.filter(isRead));
  return [
    ...lacks(
      'links',
      new Set([captured.url, ...addressesOf(found.filter((link) => isRead(link) && link.role === 'link'))]),
    ),
    ...lacks('writes', new Set(found.map(({ method, url }) => `${method} ${url}`))),
    ...lacks('requests', anyRole),
    ...lacks('embedded', anyRole),
    ...page.never.filter((address) => anyRole.has(address)).map((address) => `lists what is no link: ${address}`),
  ];
}

/** Unexpected links; none for a page that redirected to another. */
export function noiseOf(page: LabPage, captured: Captured): string[] {
  if (captured.kind !== 'page' || captured.url !== page.url) return [];
  const expected = new Set([...page.links, ...page.requests, ...page.embedded, page.url, `${page.url}#`]);
  const links = captured.links.filter((link) => link.role === 'link' && isRead(link));
  return [...addressesOf(links)].filter((url) => /^https?:/.test(url) && !expected.has(url));
}

const addressesOf = (links: readonly FoundLink[]): Set<string> => new Set(links.flatMap(({ url }) => url ?? []));

const said = (role: string | undefined): string => (role === undefined ? '' : ` (found as ${role})`);
