import { expect } from '@playwright/test';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { readTopicFile } from '../../src/topics/topic-file.ts';
import { newSite } from '../frontier/world.ts';
import { pdfOf, writtenPdf } from '../site/pdf.ts';
import { html, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const college = site('college.test', {
  '/': html(
    '<title>A college</title><a href="/garden">The garden</a> <a href="/cs1">Lectures and homework</a> <a href="/more">More</a>',
  ),
  '/garden': html('<title>Garden</title><p>Roses and trees'),
  '/cs1': html(
    '<title>CS 1</title><p>Lecture, homework, syllabus and exam <a href="/exam.pdf">in short</a> <a href="/menu.pdf">lunch</a>',
  ),
  '/more': html('<title>More</title>'),
  '/exam.pdf': typed('application/pdf', pdfOf(writtenPdf('Homework for the lecture; the exam'))),
  '/menu.pdf': typed('application/pdf', pdfOf(writtenPdf('Soup of the day'))),
});

const visits = z.array(z.object({ url: z.string(), relevance: z.number().nullable(), reward: z.number() }));

/** Visited pages, in order. */
async function visited(file: string) {
  const store = await openStoreToRead(file);
  const rows = store.connection
    .prepare('select l.url, v.relevance, v.reward from visits v join internal_links l on l.id = v.link order by v.id')
    .all();
  const topics = z.array(z.string()).parse(store.connection.prepare('select name from topics').pluck().all());
  await store.close();
  return { topics, rows: visits.parse(rows) };
}

const courses = readTopicFile(`${import.meta.dirname}/../../data/topics/courses.yaml`);
const options = { render: 'http', workers: 1 } as const;

test('a crawl by topic stores the relevance of each page, and continues with its topic', async ({ file }) => {
  const server = await serveDemo({ portals: [college] });
  const choice = { strategy: 'topic', params: {}, topic: courses };
  await runCrawl(file, [newSite(college.start)], server, { ...options, choice, pageLimit: 2 });
  const { rows, topics } = await visited(file);
  expect(topics).toEqual(['courses']);
  expect(rows.map(({ url }) => url)).toEqual(['/', '/cs1']);
  const [start, course] = rows;
  expect(course?.relevance).toBeGreaterThan(start?.relevance ?? 1);
  expect(course?.reward).toBeCloseTo(100 * (course?.relevance ?? 0), 9);
  // Neither strategy nor topic is named again.
  await runCrawl(file, [], server, { ...options, choice: { strategy: undefined, params: {} } });
  await server.close();
  const all = (await visited(file)).rows;
  expect(all.map(({ url }) => url).sort()).toEqual(['/', '/cs1', '/garden', '/more']);
  expect(all.find(({ url }) => url === '/garden')?.relevance).toBe(0);
});

test('PDF documents are visited and judged by their text if the topic requires it', async ({ file }) => {
  const server = await serveDemo({ portals: [college] });
  const targets = { types: ['pdf'], relevance: undefined, read: true };
  const choice = { strategy: 'topic', reward: 'relevant-pages', params: {}, topic: { ...courses, targets } };
  const summary = await runCrawl(file, [newSite(college.start)], server, { ...options, choice });
  await server.close();
  const near = (await visited(file)).rows.filter(({ relevance }) => (relevance ?? 0) > 0);
  expect(summary.topic).toEqual({ name: courses.name, pages: near.length });
  const found = new Map((await visited(file)).rows.map((row) => [row.url, row]));
  expect(found.size).toBe(6);
  expect(found.get('/exam.pdf')?.relevance).toBeGreaterThan(0.3);
  expect(found.get('/exam.pdf')?.reward).toBeGreaterThan(30);
  expect(found.get('/menu.pdf')?.relevance).toBe(0);
});
