import { doiPage, hostOf, type LibraryPortal, pageOr } from '../portal.ts';
import type { Faculty } from '../university.ts';

const NAME = 'docsify';
const PAGES = 26;
const HEADINGS = ['install', 'configure', 'use'];

const shell = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Handbook</title><link rel="stylesheet" href="/lib/docsify/lib/themes/pure.css"></head>
<body><div id="app"></div><script>window.$docsify = { name: 'Handbook', loadSidebar: true, auto2top: true };</script><script src="/lib/docsify/lib/docsify.min.js"></script></body></html>`;

/** A handbook rendered in the browser: all its links exist after loading, and no action brings more. */
export function docsify(faculties: readonly Faculty[]): LibraryPortal {
  const chapters = faculties.flatMap(({ courses }) => courses).slice(0, PAGES);
  const origin = `http://${hostOf(NAME)}`;
  const pageOf = (at: number) => `guide-${(at + chapters.length) % chapters.length}`;
  const addressOf = (at: number) => `${origin}/#/${pageOf(at)}`;
  const sidebar = chapters.map(({ title }, at) => `* [${title}](${pageOf(at)}.md)`).join('\n');
  const links = chapters.map((_, at): [string, string[]] => [
    addressOf(at),
    [
      `${origin}/`,
      ...chapters.map((_, other) => addressOf(other)),
      ...['', ...HEADINGS].map((heading) => `${addressOf(at)}?id=${heading || chapterId(at)}`),
      doiPage(pageOf(at)),
    ],
  ]);
  const texts = new Map([
    ['/_sidebar.md', sidebar],
    ['/README.md', '# Handbook\n\nChoose a chapter.'],
    ...chapters.map(({ title }, at): [string, string] => [
      `/${pageOf(at)}.md`,
      `# Chapter ${at}\n\n${title}: see [the next one](${pageOf(at + 1)}.md) and [its source](http://doi.test/${pageOf(at)}).\n\n${HEADINGS.map(
        (heading) => `## ${heading}\n\n${'Some words about it. '.repeat(30)}\n\n\`\`\`js\n${heading}();\n\`\`\`\n`,
      ).join('\n')}`,
    ]),
  ]);
  return {
    name: NAME,
    libraries: 'docsify',
    links: new Map(links),
    answer: ({ pathname }) => pageOr(pathname === '/' ? shell : undefined, texts.get(pathname)),
  };
}

const chapterId = (at: number): string => `chapter-${at}`;
