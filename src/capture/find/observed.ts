import type { Technique } from './technique.ts';

/**
 * Navigation by scripts: addresses, routes and windows, observed but not carried out. An opened window tells no method,
 * so an address that a form of the page posts to is left out.
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

/** Requests of scripts, and resources that the page loads. Requests that write were not sent. */
export const requests: Technique = {
  name: 'request',
  level: 'passive',
  summary: 'what scripts ask for: data, streams, sockets, beacons, modules',
  find: async (page) => page.observed.filter(({ technique }) => technique === 'request'),
};
