import { createRandom } from '../src/domain/random.ts';
import { readPages } from '../src/lab/recorded/pages.ts';
import { type RecordedSite, RecordedWorld } from '../src/lab/recorded/recording.ts';
import { splitSite } from '../src/lab/recorded/split.ts';
import { RecordedTables } from '../src/lab/recorded/tables.ts';
import type { World } from '../src/lab/world.ts';
import type { Identity } from '../src/url/normalise.ts';
import { parseUrl } from '../src/url/parse.ts';

/** Distinguishes addresses of recorded pages like `forager lab`. */
const OF_RECORDED_PAGES: Identity = { foldCase: false, ignored: new Set(['default-documents']) };

/**
 * Makes a world of the sections of recorded webs, each on a registrable domain of its own, as workers lease them.
 *
 * @param files recorded webs, as JSON lines
 * @param seed shuffles the sites
 */
export async function hostedWorld(files: readonly string[], seed: number): Promise<World> {
  const tables = new RecordedTables();
  const sections: RecordedSite[] = [];
  for (const file of files) sections.push(...splitSite(await readPages(file, tables), 'section'));
  const parts = createRandom(`hosts ${seed}`).sample(sections, sections.length);
  const places = new Map<string, number>();
  for (const [place, { visits }] of parts.entries())
    for (const { url } of visits) if (!places.has(url)) places.set(url, place);
  const moved = (address: string): string => {
    const url = parseUrl(address);
    const place = url && places.get(url.href.slice(0, url.href.length - url.hash.length));
    return url && place !== undefined ? `http://${hostOf(place)}${url.pathname}${url.search}${url.hash}` : address;
  };
  const hosted = new RecordedTables();
  const recorded = parts.map(({ site, visits }, place): RecordedSite => {
    const name = hostOf(place);
    return {
      site: { ...site, name, shortName: name, url: moved(site.url), scope: 'host' },
      visits: visits.map(({ text, blocks: _, ...visit }) => ({
        ...visit,
        url: moved(visit.url),
        landed: moved(visit.landed),
        links: hosted.addLinks(tables.links(visit.links).map((link) => ({ ...link, url: moved(link.url) }))),
        ...(text !== undefined && { text: hosted.addText(tables.text(text)) }),
      })),
    };
  });
  return new RecordedWorld('hosted', OF_RECORDED_PAGES, hosted, recorded);
}

const hostOf = (place: number): string => `section${place}.example`;
