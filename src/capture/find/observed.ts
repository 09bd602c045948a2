import type { Technique } from './technique.ts';

/**
 * Navigation by scripts: addresses, routes and windows, observed but not carried out. The method of an opened window is
 * unknown, so addresses that a form of the page posts to are omitted.
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

/** Requests of scripts, and resources that the page loads. Requests that may write were not sent. */
export const requests: Technique = {
  name: 'request',
  level: 'passive',
  summary: 'what scripts ask for: data, streams, sockets, beacons, modules',
  find: async (page) => page.observed.filter(({ technique }) => technique === 'request'),
};
