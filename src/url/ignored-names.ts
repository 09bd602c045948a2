const setOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** Parameters that always bear a session's number, in lower case. */
const sessionNames = setOf('phpsessid jsessionid asp.net_sessionid cfid cftoken cfsessionid oscsid zenid xtcsid');

/** Parameters that may bear one: only a long random value tells, as `session=3` may be an hour of a conference. */
const perhapsSessionNames = setOf('sid s ssid sess sessid session sessionid session_id psid');

/** 16 or more letters and digits, both among them: no word and no plain number. */
const randomValue = /^(?=.*\d)(?=.*[a-z])[a-z\d]{16,}$/i;

/** Whether a parameter of a query only bears a session's number; `name` in lower case. */
export const isSessionId = (name: string, value: string): boolean =>
  sessionNames.has(name) ||
  name.startsWith('aspsessionid') ||
  (perhapsSessionNames.has(name) && randomValue.test(value));

/** A session's number behind a segment of a path, as Java's servers write it: `;jsessionid=…`. */
const sessionParameter = /(?<!\/(?:\.|%2e){1,2});(?:jsessionid|phpsessid|sid)=[^/;]*/gi;
/** A segment that is one, as ASP.NET's servers write it: `(S(…))`. */
const sessionSegment = /\/\((?:[a-z]\([\w.-]+\))+\)(?=\/|$)/gi;

/** The path without sessions' numbers. */
export const withoutSessionIds = (path: string): string =>
  path.replace(sessionParameter, '').replace(sessionSegment, '');

/** Parameters that tell a server's owner whence a visitor came, in lower case. */
const trackingNames = setOf(
  `gclid gclsrc dclid gbraid wbraid fbclid msclkid yclid ysclid _openstat mc_cid mc_eid _ga _gl _hsenc _hsmi mkt_tok
  igshid igsh twclid ttclid li_fat_id vero_id vero_conv oly_enc_id oly_anon_id rb_clickid s_cid wickedid wt.mc_id
  srsltid epik rdt_cid`,
);
const trackingPrefix = /^(?:utm|pk|mtm|piwik|matomo)_/;

/** Whether a parameter of a query only tells whence a visitor came; `name` in lower case. */
export const isTracking = (name: string): boolean => trackingNames.has(name) || trackingPrefix.test(name);

const DOCUMENT = String.raw`\/(?:index|default)\.(?:html?|xhtml|shtml|php\d?|phtml|aspx?|jspx?|cgi|pl|cfm)`;

const defaultDocument = new RegExp(`(?:${DOCUMENT}\\/*)*${DOCUMENT}$`, 'i');

/** The path without the document that a server answers its folder's address with. */
export const withoutDefaultDocument = (path: string): string => path.replace(defaultDocument, '/');
