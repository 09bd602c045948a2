import { expect } from '@playwright/test';
import { readDocument } from '../../../src/capture/documents/read-document.ts';
import { test } from '../../plain-test.ts';

const awaits = (text: string) =>
  readDocument({ url: 'http://uni.edu/', parentUrl: undefined, markup: { text, encoding: 'utf-8' }, isXml: false })
    .awaitsScripts;

const app = '<script type=module src=/app.js></script>';
const unwritten = [
  `<div id=app></div>${app}`,
  `<div id=root> <!-- ssr --> </div><noscript>You need to enable JavaScript to run this app.</noscript>${app}`,
  `<nav><a href=/>Home</a></nav><main id=content></main>${app}`,
  `<app-root></app-root><script src=/main.js></script><footer><a href=/imprint>Imprint</a></footer>`,
  `<p>Loading …</p><script>start()</script>`,
  `<a href=/help>Help</a><noscript>Bitte aktivieren Sie JavaScript.</noscript>${app}`,
  `<body>${app}`,
  `<div id=root><div class=bars><div></div><div></div></div></div><footer>${'Imprint without a link. '.repeat(20)}</footer>${app}`,
  `<header><a href=/>Home</a><a href=/in>Log in</a><a href=/about>About</a><a href=/help>Help</a></header><div id=app></div>${app}`,
];
for (const markup of unwritten) {
  test(`awaits its scripts: ${markup}`, () => {
    expect(awaits(markup)).toBe(true);
  });
}

const written = [
  '<div id=app></div>',
  `<div id=app></div><script type=application/ld+json>{}</script>`,
  `<div id=ads></div><p>${'A page with text. '.repeat(20)}</p>${app}`,
  `<div id=app></div><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a>${app}`,
  `<nav><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a></nav><div id=ads></div><p>Text</p>${app}`,
  `<header><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a><a href=/4>4</a></header><div id=ads></div><img src=/a.png>${app}`,
  `<p>Moved to <a href=/new>the new page</a>.</p>${app}`,
];
for (const markup of written) {
  test(`is written: ${markup.slice(0, 80)}`, () => {
    expect(awaits(markup)).toBe(false);
  });
}
