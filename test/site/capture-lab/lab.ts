import type { Portal } from '../../../src/demo/portal.ts';
import { html, type Reply, site } from '../site.ts';

/** What a page offers and what may not happen on it. Addresses are absolute; a write is `POST http://host/path`. */
export interface Expected {
  /** Where a reader can be led: found as links that are asked for by GET. */
  readonly links: readonly string[];
  /** Endpoints that write: found with their method. */
  readonly writes: readonly string[];
  /** What scripts of the page ask for: found in whatever role. */
  readonly requests: readonly string[];
  /** What the page shows, runs or names: found in whatever role. */
  readonly embedded: readonly string[];
  /** What only looks like an address, or what a clean page never writes: not found, guesses aside. */
  readonly never: readonly string[];
  /** Requests that no server may see: `GET http://host/path`. */
  readonly unsent: readonly string[];
}

export interface LabPage extends Expected {
  readonly url: string;
}

/** A small portal of one family of techniques, and what is to be found on each of its pages. */
interface Lab {
  readonly portal: Portal;
  /** In the order in which they are to be read. */
  readonly pages: readonly LabPage[];
}

/** What is expected of a page as it is written: separated by blanks, paths of the own host without it. */
type Written = { readonly [List in keyof Expected]?: string };

/** A part of a page, and what it offers. */
export type Part = readonly [body: string, expected: Written];

/**
 * @param pages by path; what their parts offer adds up. Each has a function `add(path)` that writes a link
 * @param others what else the portal answers, by path
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
