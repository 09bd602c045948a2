/**
 * Signs by which an answer is judged, as data: add a language, a parking company or a wall here.
 * Texts are compared in small letters, white space folded.
 */

/** An expression of whole words in any alphabet, as a `\b` knows only those of ASCII. */
const words = (...patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** A page that says no more than that it is missing has no more characters than this. */
export const SHORT = 1500;

/** Texts of domains that are for sale or lie idle. */
export const PARKED = words(
  '(domain|website|site)( name)?( .{1,80})? (is|may be) (for sale|parked|available for (purchase|sale))',
  '(buy|purchase|make an offer (on|for)) this domain',
  '(this domain|the domain .{1,80}) (has|is) expired',
  'parked (free|domain|page)|domain parking|parked by',
  'diese domain (steht zum verkauf|ist geparkt|kaufen)',
  'ce (nom de )?domaine est (à vendre|en parking)',
  'este dominio está (en venta|aparcado)',
  'домен (продается|продаётся|припаркован)|срок регистрации домена .{0,40}истек',
);

/** Domains of companies that show parked domains: redirects lead there. */
export const PARKING_DOMAINS: ReadonlySet<string> = new Set([
  ...['sedo.com', 'sedoparking.com', 'bodis.com', 'parkingcrew.net', 'dan.com', 'afternic.com', 'hugedomains.com'],
  ...['above.com', 'uniregistry.com', 'domainmarket.com', 'buydomains.com', 'undeveloped.com', 'parklogic.com'],
]);

/** A wall against programs: by a header's value, or by what a page says; `statuses` if it is only one with these. */
export interface Wall {
  readonly name: string;
  readonly header?: readonly [name: string, value: RegExp];
  readonly text?: RegExp;
  readonly statuses?: readonly number[];
}

export const WALLS: readonly Wall[] = [
  { name: 'Cloudflare', header: ['cf-mitigated', /challenge/i] },
  { name: 'Cloudflare', text: /just a moment|attention required! \| cloudflare|checking your browser before/i },
  { name: 'AWS WAF', header: ['x-amzn-waf-action', /challenge|captcha/i] },
  { name: 'DataDome', header: ['x-datadome', /./], statuses: [403] },
  { name: 'Imperva', text: /_incapsula_resource|incapsula incident id/i },
  { name: 'PerimeterX', text: /px-captcha|perimeterx/i },
  { name: 'Anubis', text: /making sure you(&#39;|'|’)re not a bot/i },
  { name: 'Sucuri', text: /sucuri website firewall - access denied/i },
  { name: 'Akamai', text: /access denied.{0,300}reference #/is, statuses: [403] },
  { name: 'captcha', text: /verify (that )?you are (a )?human|are you a robot|unusual traffic from your/i },
];

/** Statuses by which servers send programs away, whatever is there for people. */
export const BLOCKING_STATUSES: ReadonlySet<number> = new Set([403, 429, 999]);
/** Statuses that ask who it is. */
export const LOGIN_STATUSES: ReadonlySet<number> = new Set([401, 407, 511]);
/** Statuses of servers that answer, and say nothing of the page: Method Not Allowed, Unavailable For Legal Reasons. */
export const UNSURE_STATUSES: ReadonlySet<number> = new Set([405, 451]);
