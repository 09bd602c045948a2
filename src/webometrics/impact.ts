import { countryOf, topLevelDomain } from '../url/address-parts.ts';
import { eachDistinct } from './document-links.ts';
import type { Counted, CountReport } from './report.ts';

/** Numbers distinct names from 0; undefined gets -1. */
function numbered(names: readonly (string | undefined)[]): { readonly count: number; readonly of: readonly number[] } {
  const numbers = new Map<string, number>();
  const of = names.map((name) => {
    if (name === undefined) return -1;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
  return { count: numbers.size, of };
}

/** Counts the distinct members of each group. `groups[i]` has the member `members[i]`; members below 0 do not count. */
function distinctMembers(groups: Uint32Array, members: Float64Array, groupCount: number): Uint32Array {
  const size = members.reduce((most, member) => Math.max(most, member), 0) + 1;
  const keys = new Float64Array(groups.length);
  let kept = 0;
  for (let at = 0; at < groups.length; at++) {
    const member = members[at] ?? -1;
    if (member >= 0) keys[kept++] = (groups[at] ?? 0) * size + member;
  }
  const counts = new Uint32Array(groupCount);
  eachDistinct(keys.subarray(0, kept).sort(), (key) => {
    const group = Math.floor(key / size);
    counts[group] = (counts[group] ?? 0) + 1;
  });
  return counts;
}

/** Collects the page links whose target `groupOf` puts in a group. */
function linksInto({ pages, self }: Counted, groupOf: (page: number) => number | undefined) {
  const groups: number[] = [];
  const sources: number[] = [];
  const targets: number[] = [];
  for (let link = 0; link < pages.from.length; link++) {
    const source = pages.from[link] ?? 0;
    const target = pages.to[link] ?? 0;
    if (source === target || (!self && pages.sites[source] === pages.sites[target])) continue;
    const group = groupOf(target);
    if (group === undefined) continue;
    groups.push(group);
    sources.push(source);
    targets.push(target);
  }
  return { groups: Uint32Array.from(groups), sources, targets };
}

/** Report of link impact as in Webometric Analyst (Thelwall 2009, ch. 4), for crawled pages. */
export const impact: CountReport = {
  name: 'impact',
  summary: 'how many pages, hosts, domains, sites, top-level domains and countries link to each site',
  withOutside: false,
  byModel: false,
  figures(counted) {
    const { places, pages } = counted;
    const { groups, sources } = linksInto(counted, (page) => pages.sites[page]);
    const domains = numbered(pages.domains);
    const topLevels = pages.hostNames.map(topLevelDomain);
    const topLevel = numbered(topLevels);
    const count = (memberOf: (page: number) => number | undefined) =>
      distinctMembers(
        groups,
        Float64Array.from(sources, (page) => memberOf(page) ?? -1),
        places.length,
      );
    const hostOf = (page: number) => pages.hosts[page] ?? 0;
    // Countries from the list of targets apply to all hosts of a site.
    const countryNames = new Map<string, number>();
    const country = (page: number): number => {
      const name = places[pages.sites[page] ?? 0]?.country ?? countryOf(topLevels[hostOf(page)]);
      if (name === undefined) return -1;
      const number = countryNames.get(name) ?? countryNames.size;
      countryNames.set(name, number);
      return number;
    };
    const columns = {
      pages: count((page) => page),
      hosts: count(hostOf),
      domains: count((page) => domains.of[hostOf(page)]),
      sites: count((page) => pages.sites[page]),
      topLevelDomains: count((page) => topLevel.of[hostOf(page)]),
      countries: count(country),
    };
    return {
      columns: ['name', 'kind', 'country', ...Object.keys(columns)],
      rows: places.map(({ name, kind, country: own }, place) => [
        ...[name, kind, own ?? null],
        ...Object.values(columns).map((counts) => counts[place] ?? 0),
      ]),
    };
  },
};

/** Report of the external domains with most links from crawled sites. */
export const domains: CountReport = {
  name: 'domains',
  summary: 'the domains outside of the crawled sites, by the number of sites that link to them',
  withOutside: true,
  byModel: false,
  figures(counted) {
    const { places, pages } = counted;
    const { count, of } = numbered(pages.domains);
    const isCrawled = (page: number) => places[pages.sites[page] ?? 0]?.isCrawled === true;
    const { groups, sources, targets } = linksInto({ ...counted, self: false }, (page) =>
      isCrawled(page) ? undefined : of[pages.hosts[page] ?? 0],
    );
    const linking = (members: readonly number[]) => distinctMembers(groups, Float64Array.from(members), count);
    const [sites, linkingPages, linkedPages] = [
      linking(sources.map((page) => pages.sites[page] ?? -1)),
      linking(sources),
      linking(targets),
    ];
    const nameOf = new Map(of.map((domain, host) => [domain, pages.domains[host] ?? '']));
    const rows = Array.from({ length: count }, (_, domain) => domain)
      .filter((domain) => (sites[domain] ?? 0) > 0)
      .map((domain) => ({
        name: nameOf.get(domain) ?? '',
        counts: [sites[domain] ?? 0, linkingPages[domain] ?? 0, linkedPages[domain] ?? 0] as const,
      }))
      .sort(
        (a, b) =>
          b.counts[0] - a.counts[0] ||
          b.counts[1] - a.counts[1] ||
          b.counts[2] - a.counts[2] ||
          (a.name < b.name ? -1 : 1),
      );
    return {
      columns: ['domain', 'sites', 'pages', 'linkedPages'],
      rows: rows.map(({ name, counts }) => [name, ...counts]),
    };
  },
};
