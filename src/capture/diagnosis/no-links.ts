import type { FoundLink, LinkKind } from '../../domain/link.ts';
import { WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import { asksToLogIn, isLoginAddress } from '../../url/log-in-address.ts';
import { saysMissing } from '../../url/not-found-texts.ts';
import { bareHost, parseUrl } from '../../url/parse.ts';
import { registrableDomain } from '../../url/scope.ts';
import type { LoadEvent } from './load-record.ts';
import type { PageParts } from './page-parts.ts';

/** Facts about the load of one page. Texts come from the page: escape them before display. */
interface Load {
  /** Requested address. */
  readonly asked: string;
  /** Reason why robots.txt forbids the page; undefined if allowed. */
  readonly robots: string | undefined;
  /** Reason why the page could not be read, in the crawl's words; undefined if read. */
  readonly failure: string | undefined;
  /** Address of the final document, or of the one that failed to arrive. */
  readonly landed: string;
  readonly leavesSite: boolean;
  /** True if the server sends a download by its `Content-Disposition` header. */
  readonly isDownload: boolean;
  readonly title: string;
  /** Visible text by blocks. */
  readonly text: readonly string[];
  readonly asksPassword: boolean;
  readonly limits: readonly string[];
  readonly links: readonly (Pick<FoundLink, 'raw' | 'url' | 'element'> & { readonly kind: LinkKind })[];
  readonly events: readonly LoadEvent[];
  /** Parts of the document; undefined where no document was read. */
  readonly parts: PageParts | undefined;
  /** Links found without a browser; undefined if there was no such read. */
  readonly plainLinks: number | undefined;
}

/** A reason for a page to show no links. */
interface Cause {
  readonly name: string;
  /** Returns a sentence about the reason; undefined if the reason does not apply. */
  readonly sentence: (load: Load) => string | undefined;
  /** True if the reason counts for pages with links as well, since a crawl does not read the page. */
  readonly isOfUnread?: true;
}

/** Defines a cause. @param find returns evidence of the cause @param say returns a sentence about the evidence */
const cause = <Found>(
  name: string,
  find: (load: Load) => Found | false | undefined,
  say: (found: Found, load: Load) => string,
): Cause => ({
  name,
  sentence: (load) => {
    const found = find(load);
    return found === undefined || found === false ? undefined : say(found, load);
  },
});

/** Defines a cause that prevents a crawl from reading the page, whatever its content. */
const unread = (
  name: string,
  find: (load: Load) => string | false | undefined,
  say: (found: string) => string,
): Cause => ({
  ...cause(name, find, (found) => `A crawl does not read this page: ${say(found)}`),
  isOfUnread: true,
});

/** Defines a cause that matches the reason why the page could not be read. */
const failure = (name: string, pattern: RegExp, say: (reason: string, load: Load) => string): Cause =>
  cause(name, ({ failure = '' }) => pattern.test(failure) && failure, say);

const hostOf = (address: string): string => parseUrl(address)?.host ?? address;

/** Tells whether a script made the request, by Playwright's name of the resource type. */
const isData = ({ type }: LoadEvent): boolean => type === 'fetch' || type === 'xhr';
const isOfSite = ({ url }: LoadEvent, { landed }: Load): boolean => {
  const [host, own] = [parseUrl(url), parseUrl(landed)];
  return (
    host !== undefined && own !== undefined && registrableDomain(bareHost(host)) === registrableDomain(bareHost(own))
  );
};
const hasFailed = ({ kind }: LoadEvent): boolean => kind === 'error answer' || kind === 'request failed';
const eventIn = ({ events }: Load, is: (event: LoadEvent) => boolean): LoadEvent | undefined => events.find(is);
/** Finds the console's message about a violated browser rule. */
const saidIn = (load: Load, pattern: RegExp): LoadEvent | undefined =>
  eventIn(load, ({ kind, text }) => kind === 'console error' && pattern.test(text));

const requestOf = ({ method = 'GET', url }: LoadEvent): string => `${method} ${url}`;
const outcome = ({ kind, text }: LoadEvent): string =>
  kind === 'error answer' ? `was answered with ${text}` : `failed (${text})`;
const placeOf = ({ url, line }: LoadEvent): string =>
  url === '' ? '' : ` (${url}${line === undefined ? '' : `, line ${line}`})`;
/** Turns a text into a part of a sentence: removes line breaks and the final full stop. */
const clause = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
/** Returns the first sentence of a console message, with the address if the message has one. */
const rule = ({ text }: LoadEvent): string =>
  clause(/^[^.]*(?:\.(?!\s|$)[^.]*)*/.exec(text.replace(/\s+/g, ' '))?.[0] ?? text);

/** Returns the addition for pages without any event while loading. */
const aside = ({ events }: Load): string => (events.length === 0 ? ', and nothing went wrong while it loaded' : '');
const quoted = (text: string): string => JSON.stringify(clause(text).slice(0, 100));

const CONSENT =
  /cookie|consent|privacy|datenschutz|einwilligung|confidentialit|vie privée|privacidad|privacidade|consentement|consenso|souhlas|zgod|samtykke|samtycke|evästee|согласи|隐私|プライバシー|쿠키/iu;
/** Characters of text above which a page is more than its question about cookies. */
const FEW_WORDS = 1500;
const lengthOf = (text: readonly string[]): number => text.reduce((all, block) => all + block.length, 0);

/** Reasons why pages show no links, most telling first; the first match is shown. */
const causes: readonly Cause[] = [
  unread(
    'robots',
    ({ robots }) => robots,
    (robots) => `${robots}.`,
  ),
  unread(
    'left site',
    ({ leavesSite, landed }) => leavesSite && landed,
    (landed) => `it leads to ${landed}, outside of the site.`,
  ),
  // Pages that could not be read.
  failure(
    'no host',
    /ERR_NAME_|ERR_DNS/,
    (reason, { landed }) => `No links: no host has the name ${hostOf(landed)} (${reason}).`,
  ),
  failure(
    'refused',
    /ERR_CONNECTION_REFUSED/,
    (reason, { landed }) => `No links: ${hostOf(landed)} refuses the connection (${reason}).`,
  ),
  failure(
    'time-out',
    /no answer in time|TIMED_OUT/,
    (_, { landed }) => `No links: ${hostOf(landed)} did not answer in time.`,
  ),
  failure(
    'TLS',
    /certificate not valid|ERR_SSL|ERR_CERT/,
    (reason) => `No links: there is no safe connection (TLS): ${clause(reason)}.`,
  ),
  failure(
    'redirect loop',
    /ERR_TOO_MANY_REDIRECTS/,
    (reason) => `No links: the address redirects again and again, and never to a page (${reason}).`,
  ),
  failure(
    'connection',
    /^ERR_(?:CONNECTION|EMPTY|ADDRESS|INTERNET|NETWORK|PROXY|SOCKS)/,
    (reason, { landed }) => `No links: the connection to ${hostOf(landed)} failed (${reason}).`,
  ),
  failure(
    'log-in answer',
    /^HTTP (?:401|407|419|440)$/,
    (reason) => `No links: the server asks its reader to log in (${reason}).`,
  ),
  failure(
    'forbidden',
    /^HTTP 403$/,
    (reason) => `No links: the server does not show this page to Forager (${reason}).`,
  ),
  failure('missing', /^HTTP (?:404|410)$/, (reason) => `No links: the server has no such page (${reason}).`),
  failure('busy', /^HTTP (?:429|503)$/, (reason) => `No links: the server is busy, or is asked too often (${reason}).`),
  failure('server error', /^HTTP (?:5|408)/, (reason) => `No links: the server failed (${reason}).`),
  failure('error answer', /^HTTP \d/, (reason) => `No links: the server answers with an error (${reason}).`),
  cause(
    'download',
    ({ failure, isDownload }) => failure !== undefined && isDownload && /^a file, not a page: (.*)/.exec(failure)?.[1],
    (type) => `No links: the address leads to a download (${type}), not to a page.`,
  ),
  failure('other type', /^a file, not a page: /, (reason) => `No links: the address leads to ${clause(reason)}.`),
  failure(
    'no document',
    /^an answer without a page|sent no document/,
    (reason) => `No links: the server sends ${clause(reason)}.`,
  ),
  failure(
    'error page',
    /error page of its site/,
    () => 'No links: it is the error page of its site, sent as if the page were there (a soft 404).',
  ),
  failure('cut off', /cut off/, () => 'No links: the answer broke off before its end.'),
  cause(
    'not read',
    ({ failure }) => failure,
    (reason) => `No links: the page was not read: ${clause(reason)}.`,
  ),
  // Pages that were read.
  cause(
    'written by scripts',
    ({ limits }) => limits.includes(WRITTEN_BY_SCRIPTS),
    () => 'No links: the page is written by its scripts, and was read without a browser.',
  ),
  cause(
    'log-in page',
    ({ asked, landed, title, asksPassword }) => {
      const at = parseUrl(landed);
      return asksPassword || asksToLogIn(title) || (landed !== asked && at !== undefined && isLoginAddress(at));
    },
    (_, { landed, asked }) => `No links: the page asks its reader to log in${landed === asked ? '' : ` (${landed})`}.`,
  ),
  cause(
    'held back',
    (load) => eventIn(load, (event) => event.kind === 'held back' && isData(event) && isOfSite(event, load)),
    (event) => `No links: Forager did not send a request of the page, as it may write: ${requestOf(event)}.`,
  ),
  cause(
    'log-in for data',
    (load) =>
      eventIn(
        load,
        (event) => isData(event) && /^HTTP (?:401|403|407|419|440)$/.test(event.text) && isOfSite(event, load),
      ),
    (event) => `No links: the server gives the page its data only after a log-in (${event.text}): ${requestOf(event)}.`,
  ),
  cause(
    'request for data',
    (load) => eventIn(load, (event) => hasFailed(event) && isData(event) && isOfSite(event, load)),
    (event) => `No links: a request for data ${outcome(event)}: ${requestOf(event)}.`,
  ),
  cause(
    'cross-origin',
    (load) => saidIn(load, /blocked by CORS policy/),
    (event) => `No links: a script may not read an answer of another server: ${rule(event)}.`,
  ),
  cause(
    'policy',
    (load) => saidIn(load, /script\b.*Content Security Policy|Content Security Policy.*script-src/is),
    (event) => `No links: the page's own rules (Content Security Policy) forbid one of its scripts: ${rule(event)}.`,
  ),
  cause(
    'module type',
    (load) => saidIn(load, /Failed to load module script/),
    (event) => `No links: a module of the page is no script: ${rule(event)}.`,
  ),
  cause(
    'module',
    (load) => {
      const { modules = 0, scripts = [] } = load.parts ?? {};
      const isModule = ({ type, url }: LoadEvent) => type === 'script' && !scripts.includes(url);
      return modules > 0 && eventIn(load, (event) => hasFailed(event) && isModule(event));
    },
    (event) => `No links: a JavaScript module of the page ${outcome(event)}: ${event.url}.`,
  ),
  cause(
    'script',
    (load) => eventIn(load, (event) => hasFailed(event) && event.type === 'script' && isOfSite(event, load)),
    (event) => `No links: a script of the page ${outcome(event)}: ${event.url}.`,
  ),
  cause(
    'soft 404',
    ({ title, text }) => lengthOf(text) < FEW_WORDS && saysMissing([title, ...text]),
    (_, { title, text }) =>
      `No links: the page says that it is missing, and its server says that it is there: ${quoted(text[0] ?? title)}.`,
  ),
  cause(
    'script error',
    (load) => {
      const isError = ({ kind }: LoadEvent) => kind === 'script error';
      return eventIn(load, (event) => isError(event) && isOfSite(event, load)) ?? eventIn(load, isError);
    },
    (event) => `No links: a script of the page failed: ${clause(event.text)}${placeOf(event)}.`,
  ),
  cause(
    'frame',
    (load) => saidIn(load, /in a frame because|Refused to frame|Framing '|frame-ancestors|frame-src/),
    (event, load) => {
      const frame = eventIn(load, ({ kind, type }) => kind === 'request failed' && type === 'frame');
      return `No links: a frame of the page may not be shown${frame ? placeOf(frame) : ''}: ${rule(event)}.`;
    },
  ),
  cause(
    'frame failed',
    (load) => eventIn(load, (event) => hasFailed(event) && event.type === 'frame'),
    (event) => `No links: the document of a frame ${outcome(event)}: ${event.url}.`,
  ),
  cause(
    'consent',
    ({ parts, text }) =>
      CONSENT.test(parts?.cover ?? '') ||
      (lengthOf(text) < FEW_WORDS && (parts?.controls ?? 0) > 0 && CONSENT.test(text.join(' '))),
    () => 'No links: the page asks about cookies or consent first, and Forager could not get past the question.',
  ),
  cause(
    'leads on',
    ({ limits }) => limits.includes('too many documents'),
    () => 'No links: the page leads on to other documents again and again, and never stops.',
  ),
  cause(
    'scripts stopped',
    ({ limits }) =>
      limits.find((limit) => /^(?:script ended|memory|too many|still loading|never quiet|cut off)/.test(limit)),
    (limit) => `No links: the page was read as it was when it met a limit: ${limit}.`,
  ),
  cause(
    'other page',
    ({ plainLinks = 0, links }) => plainLinks > 0 && !links.some(leads) && plainLinks,
    (links) =>
      `No links: the browser is sent another page, or scripts take its links away; a read without a browser finds ${links}.`,
  ),
  cause(
    'not for the Web',
    ({ links }) => {
      const schemes = links.flatMap(({ kind, url, raw }) =>
        kind === 'bad' ? (/^\s*([a-z][\w+.-]*:)/i.exec(url ?? raw)?.[1] ?? []) : [],
      );
      return schemes.length > 0 && [...new Set(schemes.map((scheme) => scheme.toLowerCase()))];
    },
    (schemes) => `No links: those that the page has lead to no page of the Web (${schemes.join(', ')}).`,
  ),
  cause(
    'places',
    ({ links }) => links.some((link) => leads(link) && !isFrame(link)),
    () => 'No links: those that the page has lead to places in itself.',
  ),
  cause(
    'frames',
    ({ links }) => links.some(leads),
    () => 'No links: the page has nothing but frames, and their documents have none.',
  ),
  cause(
    'canvas',
    ({ parts }) => parts !== undefined && parts.canvases > 0,
    () => 'No links: the page is drawn on a canvas, where there are no elements to read.',
  ),
  cause(
    "other server's request",
    (load) => eventIn(load, (event) => hasFailed(event) && (isData(event) || event.type === 'script')),
    (event) => `No links: a request to another server ${outcome(event)}: ${requestOf(event)}.`,
  ),
  cause(
    'console error',
    (load) => eventIn(load, ({ kind }) => kind === 'console error'),
    (event) => `No links: the page's console tells of an error: ${clause(event.text)}${placeOf(event)}.`,
  ),
  cause(
    'controls',
    ({ parts }) => parts !== undefined && parts.controls > 0 && parts.controls,
    (controls) =>
      `No links: the page has ${controls} buttons and the like, and none that Forager pressed led to an address.`,
  ),
  cause(
    'empty',
    ({ parts, text }) => lengthOf(text) === 0 && parts,
    ({ elements }, load) => `No links: the page ${elements > 0 ? 'shows no text' : 'is empty'}${aside(load)}.`,
  ),
  cause(
    'text only',
    ({ text }) => lengthOf(text) > 0,
    (_, load) => `No links: the page has text alone${aside(load)}.`,
  ),
];

type LoadLink = Load['links'][number];
const leads = ({ kind }: LoadLink): boolean => kind === 'internal' || kind === 'external';
const isFrame = ({ element }: LoadLink): boolean => /^(?:iframe|frame|embed|object)$/.test(element);
const withoutPlace = (address: string): string => address.replace(/#.*/s, '');

/** Tells whether a page has links to other pages, apart from frames and endless refreshes. */
function leadsOn({ links, landed, limits }: Load): boolean {
  const own = withoutPlace(landed);
  const isEndless = limits.includes('too many documents');
  return links.some(
    (link) =>
      leads(link) && !isFrame(link) && !(isEndless && link.element === 'meta') && withoutPlace(link.url ?? '') !== own,
  );
}

/** Explains in one sentence why a crawl gets no links; undefined if there are links or the reason is unknown. */
export function whyNoLinks(load: Load): string | undefined {
  const hasLinks = leadsOn(load);
  for (const { sentence, isOfUnread } of causes) {
    const why = hasLinks && !isOfUnread ? undefined : sentence(load);
    if (why !== undefined) return why;
  }
  return undefined;
}
