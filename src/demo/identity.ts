/**
 * What makes two spellings of a URL or path the same page: letter case, a fragment (unless it is a route, `#/…`) and a
 * trailing slash do not count.
 */
export function identityOf(url: string): string {
  return url
    .replace(/#(?!\/).*$/, '')
    .toLowerCase()
    .replace(/\/$/, '');
}

/**
 * Now and then another spelling of the same identity, as careless authors write it; most often the address itself.
 *
 * @param draw a random number in [0, 1)
 */
export function respelt(href: string, draw: number): string {
  if (draw < 0.96 || href.includes('#')) return href;
  if (draw < 0.97) return `${href}#top`;
  // Letter case tells addresses apart, unless a crawl folds it.
  if (draw < 0.985) return href;
  return /[.?][^/]*$|\/$/.test(href) ? `${href}#content` : `${href}/`;
}
