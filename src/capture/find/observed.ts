import type { Technique } from './technique.ts';

/**
 * Where scripts lead: addresses that they go to, routes that they set, windows that they open. Observed from outside, and
 * not carried out. Of a window nobody says by what method it was asked for: what a form of the page posts to is no page.
 */
export const navigation: Technique = {
  name: 'navigation',
  level: 'passive',
  summary: 'where scripts go, routes that they set, windows that they open',
  async find(page, walked) {
    const led = page.observed.filter(({ technique }) => technique === 'navigation');
    if (led.length === 0) return led;
    const written = new Set((await walked.allLinks()).flatMap(({ url, method }) => (method === 'GET' ? [] : [url])));
    return led.filter(({ url, method }) => method !== 'GET' || !written.has(url));
  },
};

/** What scripts ask for, and what the page loads beside its documents. What writes was not sent. */
export const requests: Technique = {
  name: 'request',
  level: 'passive',
  summary: 'what scripts ask for: data, streams, sockets, beacons, modules',
  find: async (page) => page.observed.filter(({ technique }) => technique === 'request'),
};
