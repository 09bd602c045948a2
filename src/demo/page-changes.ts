import { createHash } from 'node:crypto';
import { escapeHtml } from '../domain/html.ts';
import { createRandom } from '../domain/random.ts';
import type { Answer, HttpAnswer, Portal, PortalRequest } from './portal.ts';
import { english } from './texts/english.ts';
import { prose } from './texts/prose.ts';
import { htmlAnswer, redirectTo } from './tree-portal.ts';
import { identityOf } from './url-identity.ts';

/** Time in the demo web. */
export interface Clock {
  /** Days since the pages were made; day 0 shows the original pages. */
  day: number;
}

/**
 * Changes of a page. `lively`, `slow`: every day, every third day; `loses-link`: no first link to another host from
 * day 2 on; `moves`, `goes`: from day 1 on; `returns`: gone in day 1, back in day 2.
 */
export const fates = ['static', 'lively', 'slow', 'loses-link', 'moves', 'goes', 'returns'] as const;
type Fate = (typeof fates)[number];

const SHARES: readonly (readonly [Fate, number])[] = [
  ['lively', 0.12],
  ['slow', 0.08],
  ['loses-link', 0.08],
  ['moves', 0.04],
  ['goes', 0.04],
  ['returns', 0.04],
];
/** Portals whose pages all have a counter that differs at every fetch. */
const COUNTING: ReadonlySet<string> = new Set(['hist.uni.test']);
/** Portals whose servers report truly if a page has changed. */
const HONEST: ReadonlySet<string> = new Set(['music.uni.test']);
/** Portals whose servers report every page as unchanged. */
const LYING: ReadonlySet<string> = new Set(['math.uni.test']);
const SUBJECTS = ['the week', 'the archive', 'the reading room', 'the summer term', 'the building', 'the guests'];
const DAY = 86_400_000;
/** Last-Modified of original pages. */
const MADE = Date.UTC(2024, 0, 1);
const SLOW = 3;

/**
 * Returns the fate of the page at a path; the same seed gives the same fates. Start pages stay, and get news every
 * day.
 */
export function fateOf(seed: number, host: string, path: string): Fate {
  if (path === '/') return 'static';
  let left = createRandom(`${seed} ${host} ${identityOf(path)} fate`).unit();
  for (const [fate, share] of SHARES) {
    if (left < share) return fate;
    left -= share;
  }
  return 'static';
}

/**
 * Makes a portal's server-rendered pages change by day; in day 0, the answers are the original ones.
 * @param clock read at each request
 */
export function byDay(portal: Portal, seed: number, clock: Clock): Portal {
  const { host } = portal;
  let fetches = 0;

  const answer = async (request: PortalRequest): Promise<Answer | undefined> => {
    const { day } = clock;
    if (day === 0) return await portal.answer(request);
    const news = newsOf(request.path, day);
    if (news !== undefined) return newsPage(seed, host, news);
    const moved = request.path.startsWith('/moved') && fateOf(seed, host, pathBefore(request.path)) === 'moves';
    const path = moved ? pathBefore(request.path) : request.path;
    const made = await portal.answer({ ...request, path });
    if (!isPage(made)) return made;
    const fate = fateOf(seed, host, path);
    if (fate === 'goes' || (fate === 'returns' && day === 1)) return undefined;
    if (fate === 'moves' && !moved) return redirectTo(`/moved${path}`, 301);
    const body = moved
      ? made.body.replace(/<head>/i, (head) => `${head}<base href="http://${host}${path}">`)
      : made.body;
    return { ...made, body: changed(seed, host, path, fate, day, body) };
  };

  return {
    ...portal,
    async answer(request) {
      const made = await answer(request);
      if (clock.day === 0 || !isPage(made)) return made;
      const current = validated(request, host, made, clock.day);
      if (current.status === 304 || !COUNTING.has(host)) return current;
      return { ...made, body: before(made.body, `<p class="counter">You are visitor number ${++fetches}.</p>`) };
    },
  };
}

type Page = HttpAnswer & { readonly body: string };

/** Tells whether an answer is a document that no script draws. */
function isPage(answer: Answer | undefined): answer is Page {
  if (answer === undefined || 'raw' in answer || answer.status !== 200 || typeof answer.body !== 'string') return false;
  return /<\/body>/i.test(answer.body) && !answer.body.includes('<div id="app">');
}

/** Inserts markup at the end of a document. */
const before = (body: string, piece: string): string => body.replace(/<\/body>/i, (end) => `${piece}\n${end}`);

const pathBefore = (moved: string): string => moved.slice('/moved'.length);

/** Returns the number of changes to a page's text until a day. */
function versionOf(fate: Fate, day: number): number {
  if (fate === 'lively') return day;
  return fate === 'slow' ? Math.floor(day / SLOW) : 0;
}

function changed(seed: number, host: string, path: string, fate: Fate, day: number, body: string): string {
  if (path === '/') return before(body, newsList(day));
  if (fate === 'loses-link' && day >= 2) return body.replace(/<a href="https?:[^>]*>([^<]*)<\/a>/i, '$1');
  const version = versionOf(fate, day);
  if (version === 0) return body;
  const random = createRandom(`${seed} ${host} ${identityOf(path)} version ${version}`);
  const text = prose(random, english, SUBJECTS, random.between(2, 6));
  return before(body, `<section class="notice"><h2>Notice</h2>\n<p>${escapeHtml(text)}</p></section>`);
}

const newsList = (day: number): string =>
  `<section class="news"><h2>News</h2>\n<ul>\n${Array.from(
    { length: day },
    (_, index) => `<li><a href="${newsPath(index + 1)}">News of day ${index + 1}</a></li>`,
  ).join('\n')}\n</ul></section>`;

const newsPath = (day: number): string => `/news-of-the-day/${day}.html`;

/** Returns the day of a news page's path; undefined for other paths and future days. */
function newsOf(path: string, day: number): number | undefined {
  const number = /^\/news-of-the-day\/(\d+)\.html$/.exec(path)?.[1];
  return number !== undefined && Number(number) >= 1 && Number(number) <= day ? Number(number) : undefined;
}

function newsPage(seed: number, host: string, day: number): Answer {
  const random = createRandom(`${seed} ${host} news ${day}`);
  const link = `https://www.press-${random.between(1, 400)}.example/${host}/${day}`;
  return htmlAnswer(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>News of day ${day}</title></head>
<body>
<h1>News of day ${day}</h1>
<p>${escapeHtml(prose(random, english, SUBJECTS, 5))}</p>
<p><a href="${link}">As the press has it</a> <a href="/">Home</a></p>
</body></html>
`);
}

/** Adds validators to a page, for conditional requests; answers 304 if the page is unchanged. */
function validated({ headers }: PortalRequest, host: string, page: Page, day: number): HttpAnswer {
  const isLying = LYING.has(host);
  if (!isLying && !HONEST.has(host)) return page;
  const etag = isLying ? '"as-ever"' : `"${createHash('sha1').update(page.body).digest('hex').slice(0, 16)}"`;
  const modified = new Date(isLying ? MADE : MADE + day * DAY).toUTCString();
  const validators = isLying ? { etag, 'last-modified': modified } : { etag };
  if (headers['if-none-match'] === etag) return { status: 304, headers: validators, body: '' };
  return { ...page, headers: { ...page.headers, ...validators } };
}
