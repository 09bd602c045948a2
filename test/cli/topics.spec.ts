import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from '../frontier/world.ts';
import { pdfOf, writtenPdf } from '../site/pdf.ts';
import { forager } from './forager.ts';

test('forager topics list and show: the built-in topics, and their terms as compared', async () => {
  const listed = z
    .array(z.object({ name: z.string() }))
    .parse(JSON.parse((await forager(['topics', 'list', '--json'])).stdout));
  expect(listed.map(({ name }) => name)).toEqual(['courses', 'faculty', 'projects', 'students']);
  const shown = await forager(['topics', 'show', 'courses']);
  expect(shown.code).toBe(0);
  expect(shown.stdout).toMatch(/topic courses: en; target documents: none/);
  expect(shown.stdout).toMatch(/lecture\W+lectur\W+1/);
});

test('forager topics test: a page and its links, term by term', async () => {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<title>Courses</title><p>Lectures</p><p><a href="/x">weather</a></p><p><a href="/y">homework</a></p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.number() }).parse(server.address());
  const url = `http://127.0.0.1:${address.port}/`;
  const args = ['topics', 'test', url, '--topic', 'courses', '--render', 'http', '--allow-private'];
  const { code, stdout } = await forager([...args, '--json']);
  const { stdout: text } = await forager(args);
  server.close();
  expect(code).toBe(0);
  const told: unknown = JSON.parse(stdout);
  expect(told).toMatchObject({ url, topic: 'courses', isTarget: false });
  expect(told).toMatchObject({ links: [{ url: `${url}y`, anchor: 'homework' }, { url: `${url}x` }] });
  const shares = z.array(z.object({ term: z.string(), share: z.number() }));
  const link = z.object({ likeness: z.number(), terms: shares, immediateValue: z.number(), immediateTerms: shares });
  const [near] = z.object({ links: z.array(link) }).parse(told).links;
  const sum = near?.immediateTerms.reduce((all, { share }) => all + share, 0);
  expect(near?.immediateValue).toBeGreaterThan(0.1);
  expect(sum).toBeCloseTo(near?.immediateValue ?? 0);
  const share = (terms = near?.terms) => Number(terms?.find(({ term }) => term === 'homework')?.share.toFixed(4));
  expect(text).toMatch(new RegExp(`homework ${share()}, .*\n +${share(near?.immediateTerms)};`));
  expect(told).toHaveProperty('terms', expect.arrayContaining([expect.objectContaining({ term: 'lectur', count: 1 })]));
});

test('forager topics test: a PDF document is judged by its text, as in a crawl', async () => {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/pdf');
    answer.end(pdfOf(writtenPdf('Lectures and homework')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const args = ['topics', 'test', `http://127.0.0.1:${port}/notes.pdf`, '--topic', 'courses', '--render', 'http'];
  const { stdout } = await forager([...args, '--allow-private', '--json']);
  server.close();
  const told = z.object({ relevance: z.number(), terms: z.array(z.object({ term: z.string() })) });
  const { relevance, terms } = told.parse(JSON.parse(stdout));
  expect(relevance).toBeGreaterThan(0.1);
  expect(terms.map(({ term }) => term).sort()).toEqual(['homework', 'lectur']);
});

test('forager topics found: the pages nearest to the topic and its documents', async ({ folder }) => {
  const pages: Record<string, string> = {
    '/': '<title>Home</title><a href="/teaching">Teaching</a> <a href="/weather">Weather</a>',
    '/teaching': '<title>Lectures</title><p>Homework and exams</p><a href="/notes.pdf">Notes</a><a href="/a.zip">A</a>',
    '/weather': '<title>Weather</title><p>Rain</p>',
  };
  const server = createServer(({ url = '' }, answer) => {
    answer.writeHead(pages[url] === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(pages[url]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const start = `http://127.0.0.1:${port}/`;
  const none = ['--db', `${folder}/none.sqlite`];
  const db = ['--db', `${folder}/crawl.sqlite`];
  writeFileSync(`${folder}/teaching.yaml`, 'keywords: [lecture, homework, exam]\n');
  const crawl = ['crawl', '--url', start, '--render', 'http', '--allow-private', '--quiet', '--delay', '0.1'];
  expect((await forager([...crawl, '--page-limit', '1', ...none])).code).toBe(0);
  expect(await forager(['topics', 'found', ...none])).toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/no crawl had a topic/),
  });
  const about = ['--strategy', 'topic', '--topic', `${folder}/teaching.yaml`];
  expect((await forager([...crawl, ...about, ...db])).code).toBe(0);
  server.close();
  const told: unknown = JSON.parse((await forager(['topics', 'found', '--json', ...db])).stdout);
  expect(told).toMatchObject({
    topic: 'teaching',
    pages: { all: 1, nearest: [{ url: `${start}teaching`, title: 'Lectures' }] },
    documents: { all: 1, first: [{ url: `${start}notes.pdf`, anchor: 'Notes', sourceUrl: `${start}teaching` }] },
  });
  const { stdout } = await forager(['topics', 'found', ...db]);
  expect(stdout).toMatch(/teaching: 1 page with words of the topic/);
  expect(stdout).toMatch(/^1 target document, in the order in which they were found/m);
});

test('forager topics import-dict: one term per line, without overwriting a file', async ({ folder }) => {
  writeFileSync(`${folder}/d.index`, 'abend\tC\tD\nhash table\tE\tF\n');
  const args = ['topics', 'import-dict', `${folder}/d.index`, '--out', `${folder}/d.txt`];
  expect(await forager(args)).toMatchObject({ code: 0, stdout: `${folder}/d.txt: 2 terms\n` });
  expect(readFileSync(`${folder}/d.txt`, 'utf8')).toBe('abend\nhash table\n');
  expect((await forager(args)).code).toBe(4);
});

for (const [args, says] of [
  [['topics', 'show', 'course'], /unknown topic "course".*courses/],
  [['topics', 'test', 'http://a.test/'], /--topic is required/],
  [['topics', 'import-dict', 'foldoc.index', '--out', 'x'], /no file foldoc\.index; on Debian/],
] as const)
  test(`forager ${args.join(' ')} is reported in one line`, async () => {
    const { code, stderr } = await forager(args);
    expect(code).toBe(4);
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
