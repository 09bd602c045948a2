/**
 * Signs for judging answers, as data: add a language, a parking company or a wall here.
 * Texts are compared in lower case, with white space folded.
 */

/** Builds an expression for whole words in any alphabet; `\b` knows only those of ASCII. */
const words = (...patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Characters of a page that only reports an error, a wall or a parked domain, at most. */
export const SHORT = 1500;

/** Texts of domains that are for sale or parked. */
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

/** Domains of parking companies, to which parked domains redirect. */
export const PARKING_DOMAINS: ReadonlySet<string> = new Set([
  ...['sedo.com', 'sedoparking.com', 'bodis.com', 'parkingcrew.net', 'dan.com', 'afternic.com', 'hugedomains.com'],
  ...['above.com', 'uniregistry.com', 'domainmarket.com', 'buydomains.com', 'undeveloped.com', 'parklogic.com'],
]);

/** Sign of a wall against programs: a header's value or a page's text; `statuses` limits it to answers with these. */
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

/** Statuses that reject programs, whatever people would get. */
export const BLOCKING_STATUSES: ReadonlySet<number> = new Set([403, 429, 999]);
/** Statuses that require a log-in. */
export const LOGIN_STATUSES: ReadonlySet<number> = new Set([401, 407, 511]);
/** Statuses that say nothing about the page: Method Not Allowed, Unavailable For Legal Reasons. */
export const UNSURE_STATUSES: ReadonlySet<number> = new Set([405, 451]);
