import { expect } from '@playwright/test';
import { claimed, newSite, type OnPage, openNew, page, test } from '../frontier/world.ts';
import { link, pageOf, rewardNamed, visit } from './visits.ts';

test('worked example: new links to documents, internal and external, by file extension', () => {
  const reward = rewardNamed('documents');
  const links = [
    link('http://uni.test/paper.pdf'),
    link('http://uni.test/data/table.XLSX?v=2'),
    link('http://archive.org/thesis.ps#page=3'),
    link('http://uni.test/old.pdf', { isNew: false }),
    link('http://uni.test/photo.jpg'),
    link('http://uni.test/page.html'),
    link('http://uni.test/pdf'),
    link('http://pdf/'),
    link('javascript:show("a.pdf")', { kind: 'bad' }),
  ];
  expect(reward.of(visit(), pageOf(...links))).toBe(3);
  expect(reward.of(visit({ outcome: 'failed' }), undefined)).toBe(0);
});

test('file extensions or content types define which documents count', () => {
  const links = ['a.pdf', 'b.csv', 'c.geojson', 'd.txt'].map((name) => link(`http://uni.test/${name}`));
  const worth = (types: string) => rewardNamed('documents', { types }).of(visit(), pageOf(...links));
  expect(worth('pdf')).toBe(1);
  expect(worth('.csv, GEOJSON')).toBe(2);
  expect(worth('text/csv')).toBe(1);
  for (const types of ['', 'pdf,', 'p d f', 'a/b/c'])
    expect(() => worth(types), types).toThrow('write endings or content types');
});

test('data files: by extensions, content types, and compressed', () => {
  const names = ['a.json', 'b.geojson', 'c.csv.gz', 'd.ZIP', 'e.csv', 'f.gz', 'csv.gz', 'g.data'];
  const links = names.map((name) => link(`http://uni.test/${name}`));
  const worth = (types: string) => rewardNamed('documents', { types }).of(visit(), pageOf(...links));
  expect(worth('csv')).toBe(2);
  expect(worth('csv,json,geojson,zip')).toBe(5);
  expect(worth('application/geo+json')).toBe(1);
  expect(worth('gz')).toBe(3);
  expect(worth('data')).toBe(1);
  const file = visit({ outcome: 'file', url: 'http://uni.test/export?id=3', contentType: 'application/json' });
  expect(rewardNamed('documents', { types: 'json' }).of(file, undefined)).toBe(1);
  expect(rewardNamed('documents').of(file, undefined), 'not where none asked for data').toBe(0);
});

test('an address without an extension is worth 1 when it turns out to be a document', () => {
  const found = (url: string, contentType: string, types?: string) =>
    rewardNamed('documents', types === undefined ? {} : { types }).of(
      visit({ outcome: 'file', url, contentType }),
      undefined,
    );
  expect(found('http://uni.test/download/12', 'application/pdf; charset=binary')).toBe(1);
  expect(found('http://uni.test/download/12', 'Application/PDF', 'pdf')).toBe(1);
  expect(found('http://uni.test/download/12', 'application/json', 'application/json')).toBe(1);
  expect(found('http://uni.test/download/12', 'image/png')).toBe(0);
  expect(found('http://uni.test/paper.pdf', 'application/pdf'), 'counted on its page').toBe(0);
});

test('a document counts on the first page of its site that links to it, once, and if it is a link', async ({
  file,
}) => {
  const { frontier, close } = await openNew(file, { reward: 'documents' });
  await frontier.addSites([newSite('http://uni.test/')], 0);
  const next = async (on: readonly OnPage[]): Promise<number> => {
    const claim = await claimed(frontier, 1);
    return (await frontier.completeVisit(claim, page(claim, on), 2))?.reward ?? Number.NaN;
  };
  const pdf = '/own.pdf';
  const guess = { raw: '/hidden.pdf', role: 'guess', url: 'http://uni.test/hidden.pdf' } as const;
  const embedded = { raw: '/shown.pdf', role: 'embedded', element: 'embed' } as const;
  expect(await next(['/b', '/c', pdf, pdf, 'http://cern.ch/x.pdf', guess, embedded])).toBe(2);
  expect(await next([pdf, 'http://cern.ch/x.pdf', 'http://cern.ch/y.pdf'])).toBe(1);
  expect(await next(['/hidden.pdf', pdf]), 'what was guessed is a link now').toBe(1);
  await close();
});
