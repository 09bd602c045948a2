import { expect } from '@playwright/test';
import { parseTargets } from '../../src/webometrics/target-list.ts';
import { test } from '../plain-test.ts';

test('a list names targets by address, host or domain, in the columns of a sites file, too', () => {
  const text = `\uFEFFName;url;host;domain;kind;country;scope\r
"Oxford; the university";;;OX.ac.uk;University;UK;\r
;;www.cam.ac.uk;;;;\r
\r
Bücher;;;bücher.test;;;\r
;https://www.gov.test/;;;ministry;;\r
;https://gov.test/edu/index.html;;;;;\r
Whole;http://cs.gov.test/x;;;;;domain\r
`;
  expect(parseTargets(text, 'list').map(({ line: _, ...target }) => target)).toEqual([
    {
      ...{ name: 'Oxford; the university', kind: 'University', country: 'uk' },
      scope: { kind: 'domain', domain: 'ox.ac.uk' },
    },
    { name: 'cam.ac.uk', kind: '', country: undefined, scope: { kind: 'host', host: 'cam.ac.uk' } },
    { name: 'Bücher', kind: '', country: undefined, scope: { kind: 'domain', domain: 'xn--bcher-kva.test' } },
    { name: 'gov.test', kind: 'ministry', country: undefined, scope: { kind: 'host', host: 'gov.test' } },
    {
      ...{ name: 'gov.test/edu/', kind: '', country: undefined },
      scope: { kind: 'prefix', host: 'gov.test', folder: '/edu/' },
    },
    { name: 'Whole', kind: '', country: undefined, scope: { kind: 'domain', domain: 'gov.test' } },
  ]);
  const sitesFile = 'url,name,short_name,kind\nhttps://www.example.edu/,Example University,Example,university\n';
  expect(parseTargets(sitesFile, 'list')).toMatchObject([{ name: 'Example', line: 2 }]);
});

/** Lists with a mistake, and the error message. */
const mistakes = {
  '': /^list has no header; the first line must be name,url,kind,country/,
  'http://a.test/\n': /^list has no header/,
  'name,url\n': /^list contains no target/,
  'url,colour\nhttp://a.test/,red\n': /^list: line 1: unknown column "colour"; there are url, host, domain/,
  'url,URL\nhttp://a.test/,\n': /^list: line 1: the column "url" is there twice/,
  'url\nhttp://a.test/\nftp://b.test/\n': /^list: line 3: "ftp:\/\/b\.test\/" is not an http\(s\) address/,
  'url\nb.test\n': /^list: line 2: "b\.test" is not an http\(s\) address/,
  'name,host\nA,a.test/x\n': /^list: line 2: "a\.test\/x" is not a host name/,
  'domain\na.test:80\na.test:81\n': /^list: line 3: "a\.test:81" is not a domain name/,
  'domain\na b\n': /^list: line 2: "a b" is not a domain name/,
  'name,host\nA,\n': /^list: line 2: no target; give one of url, host, domain/,
  'host,domain\na.test,a.test\n': /^list: line 2: both host and domain/,
  'name,host\nA,a.test\nA,b.test\n': /^list: line 3: the name "A" is that of line 2, too/,
  'host,name\na.test,A\nwww.a.test,B\n': /^list: line 3: the same host as in line 2/,
  'host\na.test,x\n': /^list: line 2: 2 fields, but the header has 1/,
  'host,scope\na.test,domain\n': /^list: line 2: only a url may have a scope/,
  'url,scope\nhttp://a.test/,all\n': /^list: line 2: unknown scope "all"/,
  'name,host\n"A,a.test\n': /^list: line \d: not valid CSV/,
};
for (const [text, message] of Object.entries(mistakes))
  test(`a bad list is refused in one line: ${JSON.stringify(text)}`, () => {
    expect(() => parseTargets(text, 'list')).toThrow(message);
  });
