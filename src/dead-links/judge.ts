import { headerOf } from '../capture/network/answer-rules.ts';
import { HostTrouble, HostUnreachable, messageOf, RefusedVisit } from '../domain/errors.ts';
import type { Verdict } from '../domain/link-check.ts';
import { failureText } from '../domain/wording.ts';
import { asksToLogIn, isLoginAddress, isLoginHost } from '../url/log-in-address.ts';
import { saysMissing } from '../url/not-found-texts.ts';
import { registrableDomain } from '../url/scope.ts';
import * as signs from './answer-signs.ts';
import type { AnsweredPage } from './answered-page.ts';
import type { Landing } from './ask-link.ts';

/** An answer to a link, with the link's address. */
interface Answered extends Landing {
  readonly asked: URL;
}

/** A rule that judges some answers: a state with its reason, or undefined if the rule does not apply. */
type Rule = (answered: Answered) => readonly [state: 'dead' | 'unsure' | 'moved', reason: string] | undefined;

/** Rules in order: the first that applies decides. */
const rules: readonly Rule[] = [
  wall,
  ({ answer: { status } }) =>
    signs.LOGIN_STATUSES.has(status) ? ['unsure', `asks for a log-in (HTTP ${status})`] : undefined,
  ({ answer: { status } }) =>
    signs.BLOCKING_STATUSES.has(status) ? ['unsure', `the server refuses programs (HTTP ${status})`] : undefined,
  ({ answer: { status } }) => (signs.UNSURE_STATUSES.has(status) ? ['unsure', `HTTP ${status}`] : undefined),
  ({ answer: { status, headers } }) =>
    status === 503 && headers['retry-after'] !== undefined ? ['unsure', 'the server is busy (HTTP 503)'] : undefined,
  ({ answer: { status } }) => (status >= 400 ? ['dead', `HTTP ${status}`] : undefined),
  ({ answer: { certificateFault } }) =>
    certificateFault === undefined ? undefined : ['dead', `certificate not valid: ${certificateFault}`],
  parked,
  login,
  missing,
  fragment,
  ({ movedTo }) => (movedTo === undefined ? undefined : ['moved', '']),
];

/** Judges a single answer, without a comparison to other pages of its server. */
export function judge(answered: Answered): Verdict {
  const { answer, movedTo = null } = answered;
  const [state, reason] = rules.flatMap((rule) => [rule(answered)].filter((one) => one !== undefined))[0] ?? ['ok', ''];
  return {
    ...{ state, reason, httpStatus: answer.status, movedTo },
    ...{ etag: headerOf(answer.headers, 'etag'), lastModified: headerOf(answer.headers, 'last-modified') },
  };
}

const NO_ANSWER = { httpStatus: null, movedTo: null, etag: '', lastModified: '' };

const ROBOTS = 'robots.txt: ';

/** Tells whether an error means that the host is unreachable or did not answer in time, whatever the address. */
export const isSilent = (error: unknown): error is HostTrouble =>
  error instanceof HostUnreachable || (error instanceof HostTrouble && error.message.endsWith('no answer in time'));

/** Judges an address that got no answer or must not be requested. */
export function judgeFailure(error: unknown): Verdict {
  const message = messageOf(error);
  if (error instanceof RefusedVisit) return { ...NO_ANSWER, state: 'unsure', reason: message };
  // Requests to a server are forbidden while its robots.txt is unreadable (RFC 9309, 2.3.1.4).
  if (message.startsWith(ROBOTS) && !isSilent(error))
    return { ...NO_ANSWER, state: 'unsure', reason: `its robots.txt can't be read (${message.slice(ROBOTS.length)})` };
  return { ...NO_ANSWER, state: 'dead', reason: failureText(message.replace(ROBOTS, '')) };
}

/** Marks a verdict as a soft 404: a missing page with a successful status. */
export const softMissing = (verdict: Verdict): Verdict => ({
  ...verdict,
  state: 'dead',
  reason: 'soft 404: the server shows the same page for what it does not have',
});

function wall({ answer: { status, headers }, page }: Answered): ReturnType<Rule> {
  const text = page ? `${page.title} ${page.source}` : '';
  const isShort = page === undefined || page.text.length <= signs.SHORT;
  const found = signs.WALLS.find(
    ({ header, text: says, statuses }) =>
      (statuses?.includes(status) ?? true) &&
      (header ? header[1].test(headerOf(headers, header[0])) : isShort && says?.test(text) === true),
  );
  return found && ['unsure', `a wall against programs (${found.name}, HTTP ${status})`];
}

function parked({ url, page }: Answered): ReturnType<Rule> {
  const isParked =
    signs.PARKING_DOMAINS.has(registrableDomain(url.hostname)) ||
    (page !== undefined && page.text.length <= signs.SHORT && signs.PARKED.test(`${page.title} ${page.text}`));
  return isParked ? ['dead', 'a parked domain'] : undefined;
}

/** Judges log-in pages: a direct link to one works, a redirect to one leaves the target unknown. */
function login({ asked, url, isRedirected, page }: Answered): ReturnType<Rule> {
  if (isLoginAddress(asked) || isLoginHost(asked)) return undefined;
  const isSentToLogin = isRedirected && (isLoginAddress(url) || isLoginHost(url));
  const isAsked = page?.asksPassword === true && (isRedirected || [page.title, page.heading].some(asksToLogIn));
  return isSentToLogin || isAsked ? ['unsure', 'asks for a log-in'] : undefined;
}

function missing({ page }: Answered): ReturnType<Rule> {
  return page && isNamedMissing(page) && page.text.length <= signs.SHORT
    ? ['dead', 'soft 404: the page says that it is not there']
    : undefined;
}

/** Characters of a title that reports a missing page and nothing else, at most. */
const LONGEST_TITLE = 200;

/** Tells whether a page's title or heading reports a missing page; a long one may be about missing pages. */
export const isNamedMissing = ({ title, heading }: AnsweredPage): boolean =>
  [title, heading].some((text) => text !== '' && text.length <= LONGEST_TITLE && saysMissing([text]));

/** Judges a fragment that names a place in the page; application routes, text fragments and `#top` name none. */
function fragment({ answer, url, page }: Answered): ReturnType<Rule> {
  const [place = ''] = url.hash.slice(1).split(':~:');
  if (!page || place === '' || place === 'top' || /^[!/]/.test(place)) return undefined;
  if (page.places.has(place) || page.places.has(decoded(place))) return undefined;
  if (answer.isCutOff) return undefined;
  return page.hasScripts
    ? ['unsure', `no place #${place} in the page before its scripts run`]
    : ['dead', `no place #${place} in the page`];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
