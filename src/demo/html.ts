import { escapeHtml } from '../domain/html.ts';
import type { Anchor } from './page-link.ts';
import type { LinkGroup, PageView } from './page-view.ts';

/** Returns the markup of a link with its note; `attributes` begins with a space unless empty. */
export function anchorHtml(anchor: Anchor, attributes = ''): string {
  const link = `<a href="${escapeHtml(anchor.href)}"${attributes}>${escapeHtml(anchor.text)}</a>`;
  return anchor.note === undefined ? link : `${escapeHtml(anchor.note)} ${link}`;
}

export function paragraphsHtml(view: PageView): string {
  return view.paragraphs
    .map(
      (pieces) =>
        `<p>${pieces.map((piece) => (typeof piece === 'string' ? escapeHtml(piece) : anchorHtml(piece))).join('')}</p>`,
    )
    .join('\n');
}

export function factsHtml({ facts }: PageView): string {
  const rows = facts.map((cells) => `<tr class="facts__row">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table class="facts">\n${rows.join('\n')}\n</table>`;
}

/** Returns a `<ul>` of links. */
export function listHtml(anchors: readonly Anchor[], className: string): string {
  return `<ul class="${className}">\n${anchors.map((anchor) => `<li class="${className}__item">${anchorHtml(anchor)}</li>`).join('\n')}\n</ul>`;
}

/** Returns the links of a group without its heading, in the group's style. */
export function groupHtml({ style, anchors }: LinkGroup): string {
  switch (style) {
    case 'list':
      return listHtml(anchors, 'links');
    case 'table':
      return `<table class="listing">\n<tr><th>#</th><th></th></tr>\n${anchors
        .map((anchor, index) => `<tr><td>${index + 1}</td><td>${anchorHtml(anchor)}</td></tr>`)
        .join('\n')}\n</table>`;
    case 'cards':
      return `<div class="cards">\n${anchors
        .map((anchor) => `<div class="card"><h3>${anchorHtml(anchor)}</h3></div>`)
        .join('\n')}\n</div>`;
    case 'definitions':
      return `<dl>\n${anchors
        .map((anchor, index) => `<dt>${index + 1}.</dt><dd>${anchorHtml(anchor)}</dd>`)
        .join('\n')}\n</dl>`;
    case 'inline':
      return `<p class="inline">${anchors.map((anchor) => anchorHtml(anchor)).join(' | ')}</p>`;
  }
}
