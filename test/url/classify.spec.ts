import { expect } from '@playwright/test';
import fc from 'fast-check';
import { classify, MAX_URL_LENGTH } from '../../src/url/classify.ts';
import { siteScope } from '../../src/url/scope.ts';
import { FOLDED } from '../frontier/world.ts';
import { test } from '../plain-test.ts';

const base = 'http://www.uni.edu/dept/index.html';
const scope = siteScope(new URL(base), 'host');
const sort = (raw: string) => classify(raw, { base }, scope, FOLDED);

const cases: readonly [string, string, string][] = [
  ['people.html', 'internal', 'http://www.uni.edu/dept/people.html'],
  ['/People/', 'internal', 'http://www.uni.edu/People/'],
  ['http://uni.edu/x#part', 'internal', 'http://uni.edu/x'],
  ['#top', 'internal', 'http://www.uni.edu/dept/index.html'],
  ['', 'internal', 'http://www.uni.edu/dept/index.html'],
  ['  /a b ', 'internal', 'http://www.uni.edu/a%20b'],
  ['#/route', 'internal', 'http://www.uni.edu/dept/index.html#/route'],
  ['//other.edu/a', 'external', 'http://other.edu/a'],
  ['https://sub.uni.edu/', 'external', 'https://sub.uni.edu/'],
  ['http://www.uni.edu:8080/', 'external', 'http://www.uni.edu:8080/'],
  ['http://münchen.de/ü', 'external', 'http://xn--mnchen-3ya.de/%C3%BC'],
  ['javascript:void(0)', 'bad', 'javascript'],
  ['JavaScript:go()', 'bad', 'javascript'],
  ['java\nscript:go()', 'bad', 'javascript'],
  ['mailto:a@uni.edu', 'bad', 'scheme'],
  ['tel:+7812', 'bad', 'scheme'],
  ['ftp://ftp.uni.edu/', 'bad', 'scheme'],
  ['data:text/html,x', 'bad', 'scheme'],
  ['sftp://files.uni.edu/', 'bad', 'scheme'],
  ['whatsapp://send?text=x', 'bad', 'scheme'],
  ['urn:isbn:0451450523', 'bad', 'scheme'],
  ['edu.uni.app://open/1', 'bad', 'scheme'],
  ['htp://uni.edu/', 'bad', 'misspelt-scheme'],
  ['hhtps://uni.edu/', 'bad', 'misspelt-scheme'],
  ['htpt://uni.edu/', 'bad', 'misspelt-scheme'],
  ['httpss:uni.edu', 'bad', 'misspelt-scheme'],
  ['malito:a@uni.edu', 'bad', 'misspelt-scheme'],
  ['javascipt:go()', 'bad', 'misspelt-scheme'],
  ['www.uni.edu:8080/a', 'bad', 'misspelt-scheme'],
  ['localhost:3000', 'bad', 'misspelt-scheme'],
  ['http://', 'bad', 'malformed'],
  ['http://a b.edu/', 'bad', 'malformed'],
  ['http://uni.edu:99999/', 'bad', 'malformed'],
  [`/${'x'.repeat(MAX_URL_LENGTH)}`, 'bad', 'too-long'],
];

for (const [raw, kind, detail] of cases) {
  test(`${JSON.stringify(raw.slice(0, 40))} is ${kind}`, () => {
    const link = sort(raw);
    expect(link.kind).toBe(kind);
    expect(link.kind === 'bad' ? link.reason : link.url).toBe(detail);
  });
}

test('the base and the browser give the same link', () => {
  const resolved = classify('../a?b', { resolved: 'http://www.uni.edu/a?b' }, scope, FOLDED);
  expect(resolved).toEqual(classify('../a?b', { base }, scope, FOLDED));
});

test('a bad link keeps its raw text, an external one its host and registrable domain', () => {
  expect(sort(' javascript:go("x") ')).toEqual({ kind: 'bad', reason: 'javascript', raw: ' javascript:go("x") ' });
  expect(sort('http://www.cs.ox.ac.uk/a')).toMatchObject({ host: 'www.cs.ox.ac.uk', domain: 'ox.ac.uk' });
});

test('files are distinguished from pages by their extension', () => {
  for (const file of ['/a.pdf', '/a.PDF', '/b/c.tar.gz', '/x.jpg?size=1'])
    expect(sort(file)).toMatchObject({ isFile: true });
  for (const page of ['/a', '/a.html', '/a.php?f=x.pdf', '/v1.2/', '/.pdf', '/a.aspx'])
    expect(sort(page)).toMatchObject({ isFile: false });
});

test('any text is classified without an error', () => {
  fc.assert(fc.property(fc.string(), (raw) => ['internal', 'external', 'bad'].includes(sort(raw).kind)));
});

test('external addresses keep their case, with folding too: other sites may distinguish it', () => {
  const keyOf = (raw: string) => {
    const link = sort(raw);
    return link.kind === 'bad' ? '' : link.key;
  };
  expect(keyOf('/aBc')).toBe(keyOf('/AbC'));
  expect(keyOf('https://tube.test/aBc')).not.toBe(keyOf('https://tube.test/AbC'));
});
