/**
 * Returns the identity of a URL or path: letter case, a fragment (unless a route, `#/…`) and a trailing slash do not
 * count.
 */
export function identityOf(url: string): string {
  return url
    .replace(/#(?!\/).*$/, '')
    .toLowerCase()
    .replace(/\/$/, '');
}

/**
 * Returns another spelling of the same identity for some draws, as careless authors write links; mostly the address
 * itself.
 * @param draw random number in [0, 1)
 */
export function respelt(href: string, draw: number): string {
  if (draw < 0.96 || href.includes('#')) return href;
  if (draw < 0.97) return `${href}#top`;
  // Letter case distinguishes addresses, unless a crawl folds it.
  if (draw < 0.985) return href;
  return /[.?][^/]*$|\/$/.test(href) ? `${href}#content` : `${href}/`;
}
