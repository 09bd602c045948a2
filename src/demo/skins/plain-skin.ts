import { escapeHtml } from '../../domain/html.ts';
import { anchorHtml, factsHtml, groupHtml, listHtml, paragraphsHtml } from '../html.ts';
import type { PageView } from '../page-view.ts';

/** Draws a document as if written by hand: headings, rules and lists, inline frames, no declared encoding. */
export function plainSkin(view: PageView): string {
  return `<!DOCTYPE html>
<html>
<head><title>${escapeHtml(view.title)}</title></head>
<body>
<h1>${escapeHtml(view.title)}</h1>
<p>[ ${view.menu.map((anchor) => anchorHtml(anchor)).join(' ] [ ')} ]</p>
<hr>
${listHtml(view.sideMenu, 'toc')}
${paragraphsHtml(view)}
${factsHtml(view)}
${view.frames.map((frame) => `<iframe src="${escapeHtml(frame)}" width="600" height="240" frameborder="1"></iframe>`).join('\n')}
${view.groups.map((group) => `<h2>${escapeHtml(group.heading)}</h2>\n${groupHtml(group)}`).join('\n')}
<hr>
<address>${[...view.crumbs, ...view.footer].map((anchor) => anchorHtml(anchor)).join(' &lt; ')}</address>
</body>
</html>
`;
}
