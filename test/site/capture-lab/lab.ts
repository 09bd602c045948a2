import type { Portal } from '../../../src/demo/portal.ts';
import { html, type Reply, site } from '../site.ts';

/**
 * Links offered by a page, and requests forbidden on it. Addresses are absolute; a write is `POST http://host/path`.
 */
export interface Expected {
  /** Targets for a reader: found as links with GET. */
  readonly links: readonly string[];
  /** Endpoints that write: found with their method. */
  readonly writes: readonly string[];
  /** Requests of the page's scripts: found in any role. */
  readonly requests: readonly string[];
  /** Resources shown, run or named by the page: found in any role. */
  readonly embedded: readonly string[];
  /** Look-alikes of addresses, and addresses never written on a clean page: not found, except as guesses. */
  readonly never: readonly string[];
  /** Requests that must not reach a server: `GET http://host/path`. */
  readonly unsent: readonly string[];
}

export interface LabPage extends Expected {
  readonly url: string;
}

/** A small portal of one family of techniques, and the expected findings of each page. */
interface Lab {
  readonly portal: Portal;
  /** In reading order. */
  readonly pages: readonly LabPage[];
}

/** Short form of a page's expectations: separated by blanks, paths of the own host without it. */
type Written = { readonly [List in keyof Expected]?: string };

/** A part of a page, and its links. */
export type Part = readonly [body: string, expected: Written];

/**
 * @param pages by path; the links of their parts add up. Each has a function `add(path)` that writes a link
 * @param others other answers of the portal, by path
 */
export function lab(
  host: string,
  pages: Readonly<Record<string, readonly Part[]>>,
  others: Readonly<Record<string, Reply>> = {},
): Lab {
  const documents = Object.entries(pages).map(
    ([path, parts]) => [path, document(parts.map(([body]) => body))] as const,
  );
  return {
    portal: site(host, { ...Object.fromEntries(documents), ...others }),
    pages: Object.entries(pages).map(([path, parts]) => {
      const all = (name: keyof Expected) => parts.flatMap(([, expected]) => addresses(expected[name] ?? '', host));
      return {
        url: `http://${host}${path}`,
        links: all('links'),
        writes: methodAnd(all('writes')),
        requests: all('requests'),
        embedded: all('embedded'),
        never: all('never'),
        unsent: methodAnd(all('unsent')),
      };
    }),
  };
}

const addresses = (words: string, host: string): string[] =>
  words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('/') ? `http://${host}${word}` : word));

/** `POST`, `address`, … as `POST address`, … */
const methodAnd = (words: readonly string[]): string[] =>
  words.flatMap((word, index) => (index % 2 === 0 ? [`${word} ${words[index + 1]}`] : []));

const ADD = `<script>function add(path, to = document.body) {
  const p = document.createElement('p'), a = document.createElement('a');
  a.href = path; a.textContent = path; p.append(a); to.append(p) }</script>`;

const document = (bodies: readonly string[]) => html(`${ADD}\n${bodies.join('\n')}`);
