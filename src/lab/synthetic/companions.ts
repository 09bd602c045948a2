import { bodies, nouns, places, themes, words } from './words.ts';

/** Where an external link leads. */
interface Companion {
  readonly url: string;
  readonly anchor: string;
}

const HOSTS = places.length * bodies.length;
/** Prime to the number of hosts, so that as many links in a row lead to different ones. */
const STEP = 7;
/** Every how many links one leads to the start page of a host that no other does. */
const OWN_HOST = 2;

const HOST = new RegExp(`(^|\\.)(${places.join('|')})-(${bodies.join('|')})(-\\d+)?\\.example$`);

/** Whether external links may lead to this host, or to its domain. */
export const isCompanionHost = (host: string): boolean => HOST.test(host);

/**
 * The k-th external link of a site. Those of one site are all different; sites of one web share their hosts, as the
 * companion sets of real sites overlap. The names are of the reserved domain `.example`.
 *
 * @param shift where among the hosts the site begins
 */
export function companion(k: number, shift: number): Companion {
  const turn = Math.floor(k / OWN_HOST / HOSTS);
  const place = (Math.floor(k / OWN_HOST) * STEP + shift) % HOSTS;
  const [where, what] = [words(places, place), words(bodies, Math.floor(place / places.length))];
  if (k % OWN_HOST === 0) {
    const host = turn === 0 ? `www.${where}-${what}.example` : `www.${where}-${what}-${turn}.example`;
    return { url: `http://${host}/`, anchor: `${where} ${what}` };
  }
  const [theme, noun] = [words(themes, k * STEP + shift), words(nouns, k + shift)];
  // Few hosts have most of the deep links.
  const popular = `${words(places, (place * place) % 11)}-${words(bodies, place % 4)}`;
  return {
    url: `http://www.${popular}.example/${theme}/${noun}-${k}.html`,
    anchor: `${theme}: ${noun} (${where} ${what})`,
  };
}
