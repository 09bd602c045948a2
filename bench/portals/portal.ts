import type { Answer, Portal } from '../../src/demo/portal.ts';
import type { Entry, Faculty } from './university.ts';

/** A small site rendered in the browser by a library, and the links of its pages. */
export interface LibraryPortal {
  readonly name: string;
  /** The libraries, by their common names. */
  readonly libraries: string;
  /** The links that a reader finds on each page, by address. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** Files on its server. */
  answer(url: URL): Answer | undefined;
}

/** Contents of a portal's page, and its links. */
interface PortalPage {
  readonly path: string;
  readonly title: string;
  /** Markup of the page itself, with its scripts. */
  readonly body: string;
  /** Links of the body, relative or absolute. */
  readonly links: readonly string[];
}

/** Definition of a portal. */
interface PortalParts {
  readonly name: string;
  readonly libraries: string;
  /** Files of the libraries, such as `jquery/dist/jquery.min.js`: style sheets and scripts, in their order. */
  readonly files: readonly string[];
  readonly pages: readonly PortalPage[];
  /** Fragments and data requested by its scripts. */
  readonly data?: (url: URL) => string | object | undefined;
}

/** Other hosts. */
export const homePage = (name: string): string => `http://homes.test/${name}`;
export const doiPage = (doi: string): string => `http://doi.test/${doi}`;
/** The same for scripts in pages. */
export const OUTSIDE = `const homePage = (name) => 'http://homes' + '.test/' + name; const doiPage = (doi) => 'http://doi' + '.test/' + doi;`;

export const hostOf = (name: string): string => `${name}.portal.test`;

/** Makes a portal whose pages have a menu of them all, as plain links. */
export function libraryPortal({ name, libraries, files, pages, data }: PortalParts): LibraryPortal {
  const origin = `http://${hostOf(name)}`;
  const menu = pages.map(({ path, title }) => `<a href="${path}">${title}</a>`).join(' ');
  const head = files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" href="/lib/${file}">`
        : `<script${file.startsWith('alpinejs/') ? ' defer' : ''} src="/lib/${file}"></script>`,
    )
    .join('');
  const shown = new Map(
    pages.map(({ path, title, body }) => [
      path,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><nav>${menu}</nav><main><h1>${title}</h1>${body}</main></body></html>`,
    ]),
  );
  const links = new Map(
    pages.map(({ path, links }) => [
      `${origin}${path}`,
      [...pages.map(({ path }) => path), ...links].map((link) => new URL(link, origin).href),
    ]),
  );
  return { name, libraries, links, answer: (url) => pageOr(shown.get(url.pathname), data?.(url)) };
}

/** The answer of a page, else of data; undefined if neither exists. */
export function pageOr(page: string | undefined, data: string | object | undefined): Answer | undefined {
  if (page !== undefined) return html(page);
  if (data === undefined) return undefined;
  return typeof data === 'string' ? html(data) : typed('application/json', JSON.stringify(data));
}

const html = (body: string): Answer => typed('text/html; charset=utf-8', body);

export const typed = (contentType: string, body: string | Uint8Array, more: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': contentType, ...more },
  body,
});

/** Serves a portal, and the libraries' files at /lib/. */
export const portalOf = (
  { name, links, answer }: LibraryPortal,
  library: (path: string) => Answer | undefined,
): Portal => ({
  name,
  shortName: name,
  host: hostOf(name),
  kind: 'institute',
  pages: links.size,
  externals: 0,
  start: [...links.keys()][0] ?? '',
  answer: ({ path }) => {
    const url = new URL(path, `http://${hostOf(name)}`);
    return url.pathname.startsWith('/lib/') ? library(url.pathname.slice('/lib/'.length)) : answer(url);
  },
});

/** Addresses as composed by the portals' scripts. */
export const pathsIn = (folder: string, entries: readonly Entry[]): string[] =>
  entries.map(({ slug }) => `/${folder}/${slug}`);

/** A page for each faculty. */
export const facultyPages = (
  faculties: readonly Faculty[],
  make: (faculty: Faculty) => Pick<PortalPage, 'body' | 'links'>,
): PortalPage[] => faculties.map((faculty) => ({ path: `/${faculty.slug}`, title: faculty.title, ...make(faculty) }));

/** Data for the page's scripts, as a script element with the id `data`. */
export const dataScript = (data: object): string =>
  `<script type="application/json" id="data">${JSON.stringify(data)}</script><script>const data = JSON.parse(document.getElementById('data').textContent); ${OUTSIDE}</script>`;
