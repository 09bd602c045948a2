import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readSitesFile } from '../../src/cli/sites-file.ts';
import { BadInput } from '../../src/domain/errors.ts';
import { siteFromUrl } from '../../src/url/named-site.ts';
import { test } from '../frontier/world.ts';

const read = (folder: string, text: string | Buffer) => {
  const file = join(folder, 'sites');
  writeFileSync(file, text);
  return readSitesFile(file, 'host');
};

test('CSV with the header url,name,short_name,kind and a scope for each site', ({ folder }) => {
  const { sites, bad } = read(
    folder,
    '\uFEFFURL, Name ,short_name,kind,scope\r\n"http://spbu.ru/","St. Petersburg, State University",SPbU,University,domain\r\nhttp://zin.ru/en/,,,,\r\n',
  );
  expect(bad).toEqual([]);
  expect(sites).toEqual([
    {
      url: 'http://spbu.ru/',
      name: 'St. Petersburg, State University',
      shortName: 'SPbU',
      kind: 'university',
      scope: 'domain',
    },
    { url: 'http://zin.ru/en/', name: 'zin.ru/en/', shortName: 'zin.ru/en/', kind: 'other', scope: 'host' },
  ]);
});

test('semicolons and tabs, as spreadsheets write them', ({ folder }) => {
  expect(read(folder, 'url;kind\nhttp://a.test/;university\n').sites).toMatchObject([
    { url: 'http://a.test/', kind: 'university' },
  ]);
  expect(read(folder, 'kind\turl\ninstitute\thttp://b.test/\n').sites).toMatchObject([
    { url: 'http://b.test/', kind: 'institute' },
  ]);
});

test('columns in any order, missing ones empty, empty lines skipped', ({ folder }) => {
  const { sites } = read(folder, 'kind,url\n\ninstitute,http://a.test/\n\n');
  expect(sites).toMatchObject([{ url: 'http://a.test/', kind: 'institute' }]);
});

test('plain text with one URL per line, comments, and bare host names', ({ folder }) => {
  const { sites, bad } = read(folder, '# universities\nhttp://a.test/#top\n\nwww.spbu.ru  # by name\nzin.ru/en\n');
  expect(bad).toEqual([]);
  expect(sites.map((site) => site.url)).toEqual(['http://a.test/', 'http://www.spbu.ru/', 'http://zin.ru/en']);
});

const badLines: readonly (readonly [string, number, RegExp])[] = [
  ['not-a-url\n', 1, /"not-a-url" is not an http\(s\) address/],
  ['http://a.test/\nhtp://b\n', 2, /"htp:\/\/b" is no/],
  ['http://a.test/\nhttp://\n', 2, /is not an http\(s\) address/],
  ['http://a.test/\nhttp://a.test b/\n', 2, /is not an http\(s\) address/],
  ['http://a.test/\nftp://a.test/\n', 2, /is not an http\(s\) address/],
  ['http://a.test/\n\nhttp://A.test\n', 3, /same address as line 1/],
  ['http://a.test/,A,university\n', 1, /has commas: for CSV, begin the file with the header/],
  ['url,scope\nhttp://a.test/,all\n', 2, /unknown scope "all"/],
  ['url,name\nhttp://a.test/,A,B\n', 2, /3 fields, but the header has 2/],
  ['url,short_name\nhttp://a.test/,x\nhttp://b.test/,x\n', 3, /same short name "x" as line 2/],
  ['url,name\nhttp://a.test/,"A\n', 2, /unclosed quote/],
  ['url,name\r\nhttp://a.test/,"A ""B"", C"\r\nhttp://b.test/,"A ""B""\r\nhttp://c.test/,C\r\n', 3, /unclosed quote/],
  ['url,name\nhttp://a.test/,A "B"\nhttp://c.test/,C\n', 2, /not valid CSV: a quote in the middle of a field/],
];

for (const [text, line, reason] of badLines) {
  test(`bad line: ${JSON.stringify(text)}`, ({ folder }) => {
    const { bad } = read(folder, text);
    expect(bad).toEqual([{ line, reason: expect.stringMatching(reason) }]);
  });
}

test('files without any site', ({ folder }) => {
  expect(() => readSitesFile(join(folder, 'none'), 'host')).toThrow(BadInput);
  expect(() => readSitesFile(folder, 'host')).toThrow(/can't read/);
  expect(() => read(folder, '# nothing\n')).toThrow(/contains no site/);
  expect(() => siteFromUrl('nonsense', 'host')).toThrow(/--url: "nonsense"/);
});

test('unknown columns and kinds are ignored, with a warning for each', ({ folder }) => {
  const text = 'url,homepage,kind,\nhttp://a.test/,x,School,\nhttp://b.test/,y,school,\nhttp://c.test/,,institute,\n';
  const { sites, bad, ignored } = read(folder, text);
  expect(sites).toMatchObject([{ kind: 'other' }, { kind: 'other' }, { url: 'http://c.test/', kind: 'institute' }]);
  expect(bad).toEqual([]);
  expect(ignored).toEqual([
    { line: 1, reason: 'ignoring unknown column "homepage"; known columns are url, name, short_name, kind, scope' },
    { line: 2, reason: 'unknown kind "school" (using "other"); known kinds are university, institute, other' },
  ]);
});

test('lines without values are skipped', ({ folder }) => {
  const empty = [',,', '  ', '', '\t', ' , ,', '"","",""', ',,,,,'].join('\r\n');
  const { sites, bad } = read(folder, `url,name,kind\r\n${empty}\r\nhttp://a.test/,A,\r\n${empty}`);
  expect(bad).toEqual([]);
  expect(sites).toMatchObject([{ url: 'http://a.test/' }]);
  expect(read(folder, ' \r\n\t\r\nhttp://a.test/\r\n \r\n')).toMatchObject({ bad: [], sites: [{}] });
});

test('all bad lines are found, also after an invalid CSV line', ({ folder }) => {
  const text = 'url,name\nhtp//a,A\nhttp://b.test/,B "B"\nhttp://c.test/,C\nwww.u02.test,D\nhttp://e.test/,"E\nx,F\n';
  const { sites, bad } = read(folder, text);
  expect(sites).toMatchObject([{ url: 'http://c.test/' }]);
  expect(bad).toEqual([
    { line: 2, reason: '"htp//a" is not an http(s) address' },
    { line: 3, reason: 'not valid CSV: a quote in the middle of a field' },
    { line: 5, reason: '"www.u02.test" is not an http(s) address; perhaps https://www.u02.test/ is meant' },
    { line: 6, reason: 'unclosed quote' },
  ]);
});

test('a host without a scheme is suggested with one', () => {
  for (const [given, meant] of [
    ['www.u02.test', 'https://www.u02.test/'],
    ['portal.u02.test:8080/en?x=1', 'https://portal.u02.test:8080/en?x=1'],
    ['www.bücher.test', 'https://www.xn--bcher-kva.test/'],
  ] as const)
    expect(() => siteFromUrl(given, 'host')).toThrow(
      `--url: "${given}" is not an http(s) address; perhaps ${meant} is meant`,
    );
});

test('UTF-16, as spreadsheets write "Unicode text"', ({ folder }) => {
  const text = '\uFEFFurl\tname\r\nhttp://a.test/\tПетрозаводск\r\n';
  const little = Buffer.from(text, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()])
    expect(read(folder, bytes)).toMatchObject({ bad: [], sites: [{ url: 'http://a.test/', name: 'Петрозаводск' }] });
});

test('a file in another encoding, or a binary one, is refused', ({ folder }) => {
  const windows1251 = Buffer.from([...Buffer.from('url,name\nhttp://a.test/,'), 0xcf, 0xe5, 0xf2, 0xf0]);
  for (const bytes of [windows1251, Buffer.from([0, 255, 13, 10, 128, 65, 10])])
    expect(() => read(folder, bytes)).toThrow(/sites is not in UTF-8: save it as/);
});

test('a duplicate column is refused', ({ folder }) => {
  expect(() => read(folder, 'url,URL\nhttp://a.test/,http://b.test/\n')).toThrow(/duplicate column "url"/);
});
