import { expect } from '@playwright/test';
import { jsonAddresses } from '../../../src/capture/addresses/json-addresses.ts';
import { scriptAddresses } from '../../../src/capture/addresses/script-addresses.ts';
import { commentedAddresses, shownAddresses } from '../../../src/capture/addresses/text-addresses.ts';
import { test } from '../../plain-test.ts';

const inScript = (script: string) => scriptAddresses(script).map(({ raw }) => raw);

/** Addresses guessed in a script. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  // Relative to the page, unless they name a module.
  "open('./people/list'); go('../up/there')": ['./people/list', '../up/there'],
  "import x from './module'; export * from '../other'; import './effect'; import('./later'); require('./needed')": [],
  "define(['./one', '../two'], f); require(['./three'])": [],
  "const locales = { './af': 12, './ar': 13 }; f(a ? './yes/page' : './no/page')": ['./yes/page', './no/page'],
  // Comments.
  '// the list was at /people/old-list, see https://other.test/why.\nx()': [
    '/people/old-list',
    'https://other.test/why',
  ],
  '/* location = \'/old/path\'; fetch("../old/data") */ x() //# sourceMappingURL=/a/b.js.map': [
    '/old/path',
    '../old/data',
  ],
  // Route patterns are not addresses.
  "r('/people/:id'); r('/people/{id}/x'); r('/files/*'); r('/user/<int:id>'); r('/a/[slug]'); r('/u/$name')": [],
  "r('^/a/(\\\\d+)$'); r('/a/(?<id>x)'); r('/a/(.+)'); r('/a/(b)?'); r('/log/%s/x'); r('https://other.test/:id/x')": [],
  "r('/wiki/Special:All'); r('/a%20b/c')": ['/wiki/Special:All', '/a%20b/c'],
  // Routes, joined with their parents and the router's base.
  "new Router({ base: '/app/', routes: [{ path: '/about', component: A }, { path: '/u', component: U, children: [{ path: 'team', component: T }] }] })":
    ['/app/', '/app/about', '/app/u', '/app/u/team'],
  "const h = createWebHistory('/app/'); const routes = [{ path: '/one', name: 'one' }]": ['/app/', '/app/one'],
  "const h = createWebHashHistory(); const routes = [{ path: '/one', name: 'one' }, { path: '/:rest', name: 'r' }]": [
    '#/one',
  ],
  "jsx(Router, { basename: '/app', children: jsx(Route, { path: '/one', element: x }) })": ['/app', '/app/one'],
  "const routes = [{ path: 'one', component: A, children: [{ path: 'two', component: B }] }, { path: '**', redirectTo: 'one' }]":
    ['one', 'one/two'],
  "const file = { path: 'src', size: 3 }": [],
  "const routes = [{ path: 'dash', component: A }, { path: '**', redirectTo: '/dash' }]": ['dash'],
  "new Router({ base: '/app/', routes: [{ path: '/u', component: U, children: [{ path: 'team', component: T }] }, { path: '/old', redirect: '/u/team' }] })":
    ['/app/', '/app/u', '/app/u/team', '/app/old'],
  // Data and markup within strings.
  'push([1, \'5:["$","a",null,{"href":"/people/list","rel":"n/a","to":"https://other.test/x"}]\'])': [
    '/people/list',
    'https://other.test/x',
  ],
  'push("a:[\\"$\\",{\\"href\\":\\"/people/3\\"}]")': ['/people/3'],
  'draw(\'<a class="item" href="/about/us">x</a><img alt="a/b" src="/i.png"/><svg xmlns="http://www.w3.org/2000/svg"></svg>\')':
    ['/about/us', '/i.png'],
  'say(\'he said "/s" and "/div"\')': [],
};

for (const [script, expected] of Object.entries(scripts)) {
  test(`guesses in a script: ${script}`, () => expect(inScript(script)).toEqual(expected));
}

test('guesses in running text: paths too, but no look-alikes', () => {
  const text = `See /people/list, (/about), "/a/b.html" or ../up/there; ./here/it. And contact.html or old/page.php?x=1.
    Not: and/or, 1/2, /, //, /s, km/h, 24/7, /dev/null, /usr/bin/env, /g/:id, /x/{id}, /x/*, file.txt, www.other.test/x.html is one,
    other.test/y.html is none, a@b.test/c, <int:id>/x, TCP/IP.`;
  expect(shownAddresses(text)).toEqual([
    ...['/people/list', '/about', '/a/b.html', '../up/there', './here/it', 'contact.html', 'old/page.php?x=1'],
    'www.other.test/x.html',
  ]);
});

test('guesses in comments: an end mark is not an address', () => {
  for (const mark of ['/header', ' /.container ', ' /wp:group/inner ', '/ #main', ' end /nav ', ' END: /section '])
    expect(commentedAddresses(mark), mark).toEqual([]);
  expect(commentedAddresses(' moved to /archive/2019/ and ./new/list ')).toEqual(['/archive/2019/', './new/list']);
});

test('guesses in data: no patterns, no punctuation', () => {
  const data = {
    ...{ a: '/people/:id', b: '/people/{id}', c: '/people/3', d: '/x/(.*)', e: 'https://other.test/ok' },
    marks: ['/div', '/p', '/h2'],
  };
  expect(jsonAddresses(JSON.stringify(data))).toEqual(['/people/3', 'https://other.test/ok']);
});
