import type { Portal } from '../../src/demo/portal.ts';
import { ask, type Reply } from './ask.ts';

export interface Walk {
  /** Distinct documents with status 200, and their levels: the fewest links from the start. */
  readonly pages: ReadonlyMap<string, number>;
  /** Distinct links to other hosts, with the identity of the first page of each. */
  readonly externals: ReadonlyMap<string, string>;
  /** Links that crawlers cannot follow. */
  readonly bad: readonly string[];
  /** Paths of this host that answered with another status than 200. */
  readonly failed: ReadonlyMap<string, number>;
  /** Bytes of each page, by identity. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Links on each page, by identity; repeated ones count again. */
  readonly linkCounts: ReadonlyMap<string, number>;
}

interface WalkRules {
  /** Path to request for the page at another path; the same by default. */
  readonly sourceOf?: (path: string) => string;
  /** Links of a page; by default `href` and `src` of its links and frames. */
  readonly linksOf?: (body: string) => string[];
  /** Additional links of the start page. */
  readonly moreLinks?: readonly string[];
}

/** Visits everything reachable by a portal's links, breadth first. */
export async function walkPortal(portal: Portal, port: number, rules: WalkRules = {}): Promise<Walk> {
  const { sourceOf = (path) => path, linksOf = linksInHtml, moreLinks = [] } = rules;
  const pages = new Map<string, number>();
  const externals = new Map<string, string>();
  const bad: string[] = [];
  const failed = new Map<string, number>();
  const sizes = new Map<string, number>();
  const linkCounts = new Map<string, number>();
  const met = new Set([identity(new URL(portal.start))]);

  const visit = async (url: URL, level: number, next: URL[]): Promise<void> => {
    const reply = await ask(port, portal.host, sourceOf(url.pathname + url.search + url.hash));
    const links = reply.status === 200 ? pageLinks(reply) : redirectLinks(reply);
    const key = identity(url);
    if (reply.status !== 200) failed.set(url.pathname, reply.status);
    if (links === undefined) return;
    if (reply.status === 200) {
      pages.set(key, level);
      sizes.set(key, reply.body.length);
      linkCounts.set(key, links.length);
    }
    for (const href of level === 0 ? [...links, ...moreLinks] : links) {
      const target = URL.canParse(href, url.href) ? new URL(href, url.href) : undefined;
      if (target === undefined || !target.protocol.startsWith('http')) {
        bad.push(href);
      } else if (target.host !== portal.host) {
        if (reply.status === 200 && !externals.has(identity(target))) externals.set(identity(target), key);
      } else if (!met.has(identity(target))) {
        met.add(identity(target));
        next.push(target);
      }
    }
  };
  const pageLinks = (reply: Reply): string[] | undefined =>
    /^(text\/html|application\/json)/.test(reply.headers['content-type'] ?? '')
      ? linksOf(reply.body.toString('latin1'))
      : undefined;

  let wave = [new URL(portal.start)];
  for (let level = 0; wave.length > 0; level++) {
    const next: URL[] = [];
    await Promise.all(wave.map((url) => visit(url, level, next)));
    wave = next;
  }
  return { pages, externals, bad, failed, sizes, linkCounts };
}

/** Identity of a page's URL, implemented again to check the portals' own version. */
function identity(url: URL): string {
  const route = url.hash.startsWith('#/') ? url.hash : '';
  return (url.origin + url.pathname + url.search + route).toLowerCase().replace(/\/$/, '');
}

function linksInHtml(html: string): string[] {
  return [...html.matchAll(/<(?:a|frame|iframe)\s[^>]*?(?:href|src)="([^"]*)"/gi)].map((match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  );
}

function redirectLinks(reply: Reply): string[] | undefined {
  return reply.headers.location === undefined ? undefined : [reply.headers.location];
}

/** Every `href` anywhere in a JSON document. */
export function linksInJson(json: string): string[] {
  const found: string[] = [];
  JSON.parse(json, (key, value: unknown) => {
    if (key === 'href' && typeof value === 'string') found.push(value);
    return value;
  });
  return found;
}
