import fc from 'fast-check';
import type { OnPage } from './world.ts';

/** Pages of a random web by address: each site's pages are connected, some links are on many of them. */
export type RandomWeb = Readonly<Record<string, readonly OnPage[]>>;

const anchors = fc.constantFrom('News', 'Staff', 'Read more', 'PDF', '');
const tagPaths = fc.constantFrom('html body nav a', 'html body main ul li a', 'html body footer a');

const aPage = fc.record({
  /** The first page that links to it: an earlier one. */
  parent: fc.nat(),
  others: fc.array(fc.record({ to: fc.nat(), anchor: anchors, tagPath: tagPaths }), { maxLength: 4 }),
  external: fc.array(fc.nat(9), { maxLength: 3 }),
  anchor: anchors,
  tagPath: tagPaths,
});

type PageShape = typeof aPage extends fc.Arbitrary<infer Shape> ? Shape : never;

const origin = (site: number) => `http://s${site}.test`;
const address = (site: number, page: number) => `${origin(site)}/${page === 0 ? '' : `p${page}`}`;

function webOf(sites: readonly (readonly PageShape[])[]): RandomWeb {
  const web: Record<string, OnPage[]> = {};
  for (const [site, pages] of sites.entries()) {
    for (const place of pages.keys()) web[address(site, place)] = [];
    for (const [place, { parent, anchor, tagPath, external, others }] of pages.entries()) {
      if (place > 0) web[address(site, parent % place)]?.push({ raw: address(site, place), anchor, tagPath });
      const own = web[address(site, place)];
      for (const n of external) own?.push(`http://x${n}.example/${place % 2}`);
      for (const { to, ...text } of others) own?.push({ raw: address(site, to % pages.length), ...text });
    }
  }
  return web;
}

/** One to three sites of one to nine pages. */
export const aWeb: fc.Arbitrary<RandomWeb> = fc
  .array(fc.array(aPage, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 3 })
  .map(webOf);

/** One site of 90 pages, always the same: more than any order needs before its first training. */
export const longWeb = (): RandomWeb =>
  webOf(fc.sample(fc.array(aPage, { minLength: 90, maxLength: 90, size: 'max' }), { seed: 14, numRuns: 1 }));

export const sitesOf = (web: RandomWeb): string[] => Object.keys(web).filter((url) => new URL(url).pathname === '/');

/** Pages of four hosts that lead to each other, whatever host they are on. */
const PAGES = 12;
export const aWideWeb: fc.Arbitrary<RandomWeb> = fc
  .array(fc.array(fc.nat(PAGES - 1), { maxLength: 6 }), { minLength: PAGES, maxLength: PAGES })
  .map((pages) =>
    Object.fromEntries(pages.map((targets, at) => [addressOf(at), [addressOf(at + 1), ...targets.map(addressOf)]])),
  );
const addressOf = (at: number) => `http://h${((at % PAGES) * 7) % 4}.test/${at % PAGES}`;
export const wideStart = addressOf(0);

const sections = ['news', 'people', 'links', 'projects'];
/**
 * Pages whose links are alike in groups, and lead to externals depending on their address: there is something to learn.
 *
 * @param hosts of each site
 */
export const learnableOn = (hosts: number): RandomWeb =>
  Object.fromEntries(
    [0, 1].flatMap((site) => {
      const host = (page: number) => (page % hosts === 0 ? `s${site}.test` : `h${page % hosts}.s${site}.test`);
      const at = (section: number, page: number) => `http://${host(page)}/${sections[section]}/${page}`;
      const link = (section: number, page: number) => ({
        raw: at(section, page),
        anchor: `${sections[section]} ${page}`,
        tagPath: `html body ul.${sections[section]} li a`,
      });
      const pages = sections.flatMap((_, section) =>
        Array.from({ length: 6 }, (__, page) => {
          const external = Array.from(
            { length: (section * page) % 5 },
            (___, n) => `http://x${n}.example/${section}${page}`,
          );
          return [at(section, page), [link(section, page + 1), link((section + 1) % 4, page), ...external]] as const;
        }),
      );
      return [[`http://s${site}.test/`, sections.map((_, section) => link(section, 0))] as const, ...pages];
    }),
  );
