import type { Answer, Portal } from '../../src/demo/portal.ts';
import type { LinkState } from '../../src/domain/link-check.ts';
import { html, type Reply, redirect, site, typed } from '../site/site.ts';

const prose = 'The department keeps records of its seminars, lectures and publications for all who study here. '.repeat(
  30,
);
const page = (title: string, body = prose, status = 200): Answer => ({
  ...typed('text/html; charset=utf-8', `<!doctype html><title>${title}</title><h1>${title}</h1><p>${body}`),
  status,
});
const status = (code: number): Answer => page(String(code), '', code);
const refusesHead =
  (code: number, answer: Answer): Reply =>
  ({ method }) =>
    method === 'HEAD' ? status(code) : answer;
const raw = (bytes: string, ending: 'complete' | 'stall' | 'reset'): Answer => ({ raw: [{ pause: 0, bytes }], ending });

/** Verdict on a link, after one run with `once`: its state, and a part of the reason. */
type Truth = readonly [state: Exclude<LinkState, 'failing'>, reason?: string];

/** An address, its server's answer, and the truth. */
const cases: Readonly<Record<string, Readonly<Record<string, readonly [Reply | undefined, Truth]>>>> = {
  'plain.test': {
    '/': [page('Home'), ['ok']],
    '/a': [page('Report of the year'), ['ok']],
    '/empty': [page('', ''), ['ok']],
    '/nothing': [{ status: 204, headers: {}, body: '' }, ['ok']],
    '/data.json': [typed('application/json', '{}'), ['ok']],
    '/paper.pdf': [typed('application/pdf', '%PDF'), ['ok']],
    '/no-head.pdf': [refusesHead(405, typed('application/pdf', '%PDF')), ['ok']],
    '/head-404.pdf': [refusesHead(404, typed('application/pdf', '%PDF')), ['ok']],
    '/gone.pdf': [undefined, ['dead', 'HTTP 404']],
    '/missing': [undefined, ['dead', 'HTTP 404']],
    '/gone': [status(410), ['dead', 'HTTP 410']],
    '/bad': [status(400), ['dead', 'HTTP 400']],
    '/broken': [status(500), ['dead', 'HTTP 500']],
    '/gateway': [status(502), ['dead', 'HTTP 502']],
    '/busy': [{ ...typed('text/html', ''), status: 503, headers: { 'retry-after': '60' } }, ['unsure', 'busy']],
    '/post-only': [status(405), ['unsure', 'HTTP 405']],
    '/secret': [status(401), ['unsure', 'log-in']],
    '/about-404': [page('404 Not Found explained', prose), ['ok']],
    '/place#here': [page('Places', '<p id=here>x'), ['ok']],
    '/named#old': [page('Places', '<a name=old>x</a>'), ['ok']],
    '/encoded#%C3%BCber': [page('Places', '<p id=über>x'), ['ok']],
    '/no-place#gone': [page('Places'), ['dead', '#gone']],
    '/app#/route': [page('Application', '<script src=x.js></script>'), ['ok']],
    '/drawn#later': [page('Application', '<script src=x.js></script>'), ['unsure', '#later']],
    '/top#top': [page('Top'), ['ok']],
    '/text#:~:text=seminars': [page('Text'), ['ok']],
    '/reset': [raw('', 'reset'), ['dead', 'ERR_']],
    '/hang-up': [raw('', 'complete'), ['dead', 'ERR_EMPTY_RESPONSE']],
    '/no-http': [raw('hello\r\n\r\n', 'complete'), ['dead', 'ERR_']],
    '/latin': [typed('text/html; charset=iso-8859-1', Buffer.from('<title>Café</title><p>Bücher', 'latin1')), ['ok']],
    '/no-type': [{ status: 200, headers: {}, body: '<title>x</title><p>words' }, ['ok']],
  },
  'moving.test': {
    '/for-good': [redirect('/new', 301), ['moved']],
    '/for-good-308': [redirect('/new', 308), ['moved']],
    '/for-now': [redirect('/new', 302), ['ok']],
    '/chain': [redirect('/for-good', 301), ['moved']],
    '/mixed': [redirect('/for-now', 301), ['moved']],
    '/to-missing': [redirect('/missing', 301), ['dead', 'HTTP 404']],
    '/to-other-host': [redirect('http://plain.test/a', 301), ['moved']],
    '/loop': [redirect('/loop'), ['dead', 'too many redirects']],
    '/ping': [redirect('/pong'), ['dead', 'too many redirects']],
    '/pong': [redirect('/ping'), ['dead', 'too many redirects']],
    '/mail': [redirect('mailto:a@b.test'), ['dead', 'no address']],
    '/new': [page('The new place'), ['ok']],
    '/cookie': [
      ({ headers }) =>
        headers.cookie?.includes('seen=1')
          ? page('With a cookie')
          : { ...redirect('/cookie'), headers: { location: '/cookie', 'set-cookie': 'seen=1' } },
      ['ok'],
    ],
  },
  // Missing pages are answered by the same page, with 200.
  'soft.test': {
    '/courses/algebra': [page('Algebra', `Linear maps and matrices. ${prose}`), ['ok']],
    '/courses/gone': [page('Sorry', `We could not find what you wanted. ${prose}`), ['dead', 'soft 404']],
    '/*': [page('Sorry', `We could not find what you wanted. ${prose}`), ['ok']],
  },
  'soft-words.test': {
    '/item?id=5': [page('Item not found', 'This item does not exist any more.'), ['dead', 'soft 404']],
    '/de': [page('Seite nicht gefunden', 'Bitte suchen Sie.'), ['dead', 'soft 404']],
    '/ru': [page('Страница не найдена', 'Поиск'), ['dead', 'soft 404']],
    '/ja': [page('ページが見つかりません', ''), ['dead', 'soft 404']],
  },
  // Redirects missing pages to the home page.
  'leads-home.test': {
    '/': [page('Welcome'), ['ok']],
    '/old/page': [redirect('/'), ['dead', 'soft 404']],
    '/*': [redirect('/'), ['ok']],
  },
  // A short address created by its user.
  'short-way.test': {
    '/apply/now': [redirect('/'), ['ok']],
    '/': [page('Apply here'), ['ok']],
  },
  // An application with one page for all its addresses.
  'shell.test': {
    '/people/1': [page('Portal', '<div id=root></div><script src=/app.js></script>'), ['ok']],
    '/*': [page('Portal', '<div id=root></div><script src=/app.js></script>'), ['ok']],
  },
  'parked.test': { '/': [page('parked.test', 'This domain is for sale! Buy this domain.'), ['dead', 'parked']] },
  'walls.test': {
    '/403': [status(403), ['unsure', 'HTTP 403']],
    '/429': [status(429), ['unsure', 'HTTP 429']],
    '/999': [status(999), ['unsure', 'HTTP 999']],
    '/cloudflare': [
      {
        ...typed('text/html', '<title>Just a moment...</title>'),
        status: 503,
        headers: { 'cf-mitigated': 'challenge' },
      },
      ['unsure', 'Cloudflare'],
    ],
    '/anubis': [html('<h1>Making sure you&#39;re not a bot!</h1>'), ['unsure', 'Anubis']],
  },
  'members.test': {
    '/inside': [redirect('/login?next=/inside'), ['unsure', 'log-in']],
    '/also-inside': [page('Sign in', '<form><input type=password></form>'), ['unsure', 'log-in']],
    '/login': [page('Sign in', '<form><input type=password></form>'), ['ok']],
    '/login?next=/inside': [page('Sign in', '<form><input type=password></form>'), ['ok']],
  },
  'robots-fails.test': {
    '/robots.txt': [status(500), ['ok']],
    '/a': [page('There'), ['unsure', "robots.txt can't be read (HTTP 500)"]],
  },
  'robots-resets.test': {
    '/robots.txt': [raw('', 'reset'), ['ok']],
    '/a': [page('There'), ['unsure', "robots.txt can't be read"]],
  },
  'forbidden.test': {
    '/robots.txt': [typed('text/plain', 'User-agent: *\nDisallow: /private'), ['ok']],
    '/private/a': [page('Private'), ['unsure', 'robots.txt']],
    '/public': [page('Public'), ['ok']],
  },
};

const others: Readonly<Record<string, Truth>> = {
  'http://no-such-host.test/': ['dead', 'ERR_NAME_NOT_RESOLVED'],
  'http://no-such-host.test/again': ['dead', 'ERR_NAME_NOT_RESOLVED'],
  'http://refusing.test/': ['dead', 'ERR_CONNECTION_REFUSED'],
};

const hostOf = ([host, replies]: [string, (typeof cases)[string]]): Portal => {
  const { '/*': anything, ...own } = replies;
  const named = site(
    host,
    Object.fromEntries(
      Object.entries(own).flatMap(([path, [reply]]) => (reply ? [[path.split('#')[0] ?? path, reply]] : [])),
    ),
  );
  return {
    ...named,
    answer: (request) =>
      named.answer(request) ?? (request.path === '/robots.txt' ? undefined : replyOf(anything?.[0], request)),
  };
};

const replyOf = (reply: Reply | undefined, request: Parameters<Portal['answer']>[0]) =>
  typeof reply === 'function' ? reply(request) : reply;

export const answeringHosts: readonly Portal[] = Object.entries(cases).map(hostOf);

/** Links to them, and the truth about each. */
export const truth: Readonly<Record<string, Truth>> = {
  ...Object.fromEntries(
    Object.entries(cases).flatMap(([host, replies]) =>
      Object.entries(replies).flatMap(([path, [, told]]) =>
        path === '/*' || path === '/robots.txt' ? [] : [[`http://${host}${path}`, told]],
      ),
    ),
  ),
  ...others,
};

/** Targets of hosts without a server. @param rules those of the server */
export const withOthers = (rules: string): string =>
  `MAP no-such-host.test ~NOTFOUND, MAP refusing.test 127.0.0.1:9, ${rules}`;
