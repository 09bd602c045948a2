import type { Portal } from '../../src/demo/portal.ts';
import { html, site } from '../site/site.ts';

/** A page of the made-up universities, by its place and not by its address. */
export interface PlannedPage {
  /** 0 to 11. */
  readonly university: number;
  readonly host: number;
  readonly directory: number;
  readonly page: number;
}

export interface PlannedLink {
  readonly from: PlannedPage;
  readonly to: PlannedPage;
}

/** Pages per folder, folders per host, and hosts. */
interface Block {
  readonly hosts: number;
  readonly directories: number;
  readonly pages: number;
}

export const UNIVERSITIES = 12;
const HOSTS = ['www', 'cs', 'lib'] as const;
const WHOLE: Block = { hosts: 3, directories: 2, pages: 3 };
const all = [...Array(UNIVERSITIES).keys()];

const pagesOf = (university: number, { hosts, directories, pages }: Block): PlannedPage[] =>
  [...Array(hosts).keys()].flatMap((host) =>
    [...Array(directories).keys()].flatMap((directory) =>
      [...Array(pages).keys()].map((page) => ({ university, host, directory, page })),
    ),
  );

/** The blocks of two universities in which every page of one links to every page of the other; undefined: no links. */
function blocksOf(one: number, other: number): readonly [from: Block, to: Block] | undefined {
  if (one === other || (5 * one + 7 * other) % 4 === 0) return undefined;
  return [
    { hosts: 1 + (one % 3), directories: 1 + (other % 2), pages: 1 + ((one + other) % 3) },
    { hosts: 1 + (other % 2), directories: 1 + (one % 2), pages: 1 + (one % 2) },
  ];
}

/** The links from one university to another by each model, by multiplication alone. */
export function trueCounts(one: number, other: number): readonly number[] {
  const [from, to] = blocksOf(one, other) ?? [];
  if (!from || !to) return [0, 0, 0, 0];
  const hosts = from.hosts * to.hosts;
  const directories = hosts * from.directories * to.directories;
  return [directories * from.pages * to.pages, directories, hosts, 1];
}

/** Its home page links to all 18 pages, in 6 folders on 3 hosts, of which one is its own. */
export const trueSelfLinks: readonly number[] = [18, 6, 2, 0];

export const plannedLinks: readonly PlannedLink[] = all.flatMap((one) =>
  all.flatMap((other) => {
    const [from, to] = blocksOf(one, other) ?? [];
    if (!from || !to) return [];
    return pagesOf(one, from).flatMap((source) => pagesOf(other, to).map((target) => ({ from: source, to: target })));
  }),
);

const hostOf = (university: number, host: number): string => `${HOSTS[host]}.u${university + 1}.test`;
const pathOf = ({ directory, page }: PlannedPage): string => `/d${directory}/p${page}`;
const addressOf = (page: PlannedPage): string => `http://${hostOf(page.university, page.host)}${pathOf(page)}`;

export const universities = all.map((university) => ({
  name: `University ${university + 1}`,
  shortName: `u${university + 1}`,
  url: `http://${hostOf(university, 0)}/`,
  kind: 'university' as const,
  scope: 'domain' as const,
}));

const list = (addresses: readonly string[]): string => addresses.map((href) => `<a href="${href}">x</a>`).join(' ');

/** The servers of all hosts. A page has each of its links twice, once with a fragment. */
export const portals: readonly Portal[] = all.flatMap((university) =>
  HOSTS.map((_, host) => {
    const own = pagesOf(university, WHOLE).filter((page) => page.host === host);
    const pages = own.map((page) => {
      const to = plannedLinks
        .filter(({ from }) => addressOf(from) === addressOf(page))
        .map((link) => addressOf(link.to));
      return [pathOf(page), html(list([...to, ...to.map((href) => `${href}#top`)]))] as const;
    });
    const home = html(list(pagesOf(university, WHOLE).map(addressOf)));
    return site(hostOf(university, host), { ...Object.fromEntries(pages), ...(host === 0 ? { '/': home } : {}) });
  }),
);
