import { escapeHtml } from '../domain/html.ts';
import { asset } from './assets.ts';
import { searchScript } from './client/search-script.ts';
import type { Answer } from './portal.ts';
import type { SiteTree } from './site-tree.ts';
import { htmlAnswer } from './tree-portal.ts';

/** Answers a site's own search, `/search?q=WORDS`: pages whose titles contain all words. Scripts write the results. */
export function siteSearch(path: string, host: string, tree: SiteTree): Answer | undefined {
  const { pathname, searchParams } = new URL(path, `http://${host}`);
  if (pathname === '/search.js') return asset('text/javascript; charset=utf-8', searchScript);
  if (pathname === '/search') return htmlAnswer(page(tree.start.title));
  if (pathname !== '/search.json') return undefined;
  const words = (searchParams.get('q') ?? '').toLowerCase().split(/\s+/);
  const isFound = (title: string) => words.every((word) => word !== '' && title.toLowerCase().includes(word));
  const found = [...tree.pages()].filter(({ title }) => isFound(title)).map(({ path, title }) => [path, title]);
  return asset('application/json; charset=utf-8', JSON.stringify(found));
}

const page = (site: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Search</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><a href="/">${escapeHtml(site)}</a> <a href="/about.html">About</a></header>
<main><p id="count">Searching ...</p><ol id="results"></ol><a href="/search?q=&amp;all=1">All pages</a></main>
<script src="/search.js" defer></script>
</body>
</html>
`;
