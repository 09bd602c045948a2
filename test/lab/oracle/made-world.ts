import type { FoundLink } from '../../../src/domain/link.ts';
import type { SeenLink } from '../../../src/frontier/frontier.ts';
import { type LabGraph, RowsBuilder } from '../../../src/lab/oracle/graph.ts';
import type { Answer, World } from '../../../src/lab/world.ts';
import { identityKey } from '../../../src/url/normalise.ts';
import { FOLDED, newSite } from '../../frontier/world.ts';

/** A page of a made-up site: its kind, and its link targets. */
interface MadePage {
  readonly outcome?: Answer['outcome'];
  /** Path of its redirect target. */
  readonly landsOn?: string;
  /** `/x`: internal; `!/x`: nofollow; `?/x`: a guess; any other name: an external link. */
  readonly links: readonly string[];
}

/** The key of a path of made-up site 0, 1, … */
export const keyOf = (site: number, path: string): string => identityKey(new URL(path, originOf(site)), FOLDED);

const originOf = (site: number): string => `http://s${site}.test`;

/** Sites whose pages have their paths as names; each starts at `/`. */
export function madeWorld(sites: readonly Readonly<Record<string, MadePage>>[]): World {
  const books = sites.map(
    (pages, site) =>
      new Map(Object.entries(pages).map(([path, page]) => [keyOf(site, path), answerOf(site, path, page)])),
  );
  return {
    name: 'made',
    identity: FOLDED,
    sites: sites.map((_, site) => newSite(`${originOf(site)}/`)),
    answer: (site, key) => books[site]?.get(key),
  };
}

function answerOf(site: number, path: string, { outcome = 'page', landsOn = path, links }: MadePage): Answer {
  const url = new URL(landsOn, originOf(site)).href;
  return {
    askedAt: undefined,
    outcome,
    reason: '',
    httpStatus: 200,
    contentType: 'text/html',
    title: '',
    address: outcome === 'page' ? { url, key: keyOf(site, landsOn) } : undefined,
    canonical: undefined,
    links: links.map((link) => seenLink(site, link)),
    milliseconds: 1,
  };
}

function seenLink(site: number, written: string): SeenLink {
  const isGuess = written.startsWith('?');
  const isNofollow = written.startsWith('!');
  const raw = isGuess || isNofollow ? written.slice(1) : written;
  const found: FoundLink = {
    raw,
    url: undefined,
    role: isGuess ? 'guess' : 'link',
    method: 'GET',
    anchor: raw,
    context: '',
    rel: '',
    element: 'a',
    tagPath: '',
    frame: '',
    technique: 'dom',
  };
  if (raw.startsWith('/')) {
    const { href: url, pathname } = new URL(raw, originOf(site));
    return {
      found,
      link: { kind: 'internal', url, key: keyOf(site, raw), isFile: /\.(zip|pdf)$/.test(pathname) },
      isNofollow,
    };
  }
  const url = `http://${raw}.example/`;
  return {
    found,
    link: { kind: 'external', url, key: url, host: `${raw}.example`, domain: `${raw}.example` },
    isNofollow,
  };
}

/** A page of a made-up graph, by its index: linked pages, and numbers of its external links. */
export interface MadeNode {
  readonly to?: readonly number[];
  readonly links?: readonly number[];
}

/** A graph of one site that starts at page 0; the pages are in the order of a breadth-first crawl. */
export function madeGraph(nodes: readonly MadeNode[]): LabGraph {
  const targets = new RowsBuilder();
  const links = new RowsBuilder();
  const found = new Set<number>();
  const gains: number[] = [];
  for (const node of nodes) {
    const before = found.size;
    targets.add(node.to ?? []);
    links.add(node.links ?? []);
    for (const link of node.links ?? []) found.add(link);
    gains.push(found.size - before);
  }
  return {
    sites: 1,
    pages: nodes.length,
    externals: Math.max(-1, ...found) + 1,
    starts: Int32Array.of(0),
    targets: targets.rows(),
    links: links.rows(),
    levelGains: [Float64Array.from(gains)],
  };
}
