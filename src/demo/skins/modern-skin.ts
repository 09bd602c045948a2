import { escapeHtml } from '../../domain/html.ts';
import { anchorHtml, factsHtml, groupHtml, listHtml, paragraphsHtml } from '../html.ts';
import type { PageView } from '../page-view.ts';

/**
 * Draws a modern document: header, navigation, main column and footer are separate elements.
 * @param menu markup of the navigation; default: a list of the view's menu
 */
export function modernSkin(view: PageView, menu = listHtml(view.menu, 'menu')): string {
  const description = escapeHtml(`${view.title}: pages of the ${view.site}, with people, dates and further reading.`);
  const [opening, ...further] = view.groups;
  return `<!DOCTYPE html>
<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(view.title)} - ${escapeHtml(view.site)}</title>
<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escapeHtml(view.site)}">
<meta property="og:title" content="${escapeHtml(view.title)}">
<meta property="og:description" content="${description}">
<link rel="icon" type="image/svg+xml" href="/logo.svg">
<link rel="stylesheet" href="/style.css">
<script>document.documentElement.className = 'js';</script>
</head>
<body class="page page--${view.language}">
<header class="page__header">
<img src="/logo.svg" alt="" width="48" height="48"> <strong>${escapeHtml(view.site)}</strong>
<nav class="main-menu">
${menu}
</nav>
<form class="search" action="#" role="search"><label>Search <input type="search" name="q"></label><button>Go</button></form>
</header>
<nav class="breadcrumb">${view.crumbs.map((crumb) => anchorHtml(crumb)).join(' &rsaquo; ')}</nav>
<main>
<h1>${escapeHtml(view.title)}</h1>
<article class="text">
${paragraphsHtml(view)}
${factsHtml(view)}
</article>
${opening === undefined ? '' : `<section class="content">\n<h2>${escapeHtml(opening.heading)}</h2>\n${groupHtml(opening)}\n</section>`}
</main>
<aside class="page__aside">
<nav class="side-menu">
${listHtml(view.sideMenu, 'side-menu')}
</nav>
${further.map((group) => `<section>\n<h2>${escapeHtml(group.heading)}</h2>\n${groupHtml(group)}\n</section>`).join('\n')}
</aside>
<footer>
<p>${view.footer.map((anchor) => anchorHtml(anchor)).join(' | ')}</p>
</footer>
</body>
</html>
`;
}
