import { Html, html as template } from '../../domain/html.ts';
import { type DeadLinksFormat, troubleOf } from './format.ts';

const STYLE = `
body { max-width: 960px; margin: 0 auto; padding: 24px 20px 60px; color: #222; font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; } section { border-top: 1px solid #ccc; padding: 8px 0; } h2 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
p { margin: 0; color: #555; } ul { margin: 4px 0; overflow-wrap: anywhere; }`;

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** HTML page whose addresses are plain text, so that no click leads to a dead or hostile page. */
export const html: DeadLinksFormat = {
  name: 'html',
  ending: '.html',
  summary: 'a page to read and to send',
  *text(links, now) {
    const sections: Html[] = [];
    for (const link of links) {
      const pages = link.pages.map(
        ({ url, anchor }) => template`<li>${url}${anchor === '' ? '' : ` (${anchor})`}</li>`,
      );
      sections.push(template`<section><h2>${link.url}</h2>
<p>${link.state}: ${troubleOf(link)}; since ${day(link.since)}, checked ${day(link.checkedAt)}</p><ul>${pages}</ul></section>
`);
    }
    yield template`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Checked links</title>
<style>${new Html(STYLE)}</style><h1>${sections.length.toLocaleString('en')} links, ${day(now)}</h1>
`.text;
    for (const { text } of sections) yield text;
    yield '</html>\n';
  },
};
