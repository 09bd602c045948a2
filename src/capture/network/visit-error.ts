import { ZodError, z } from 'zod';
import {
  GiveUpVisit,
  HostBusy,
  HostTrouble,
  HostUnreachable,
  messageOf,
  OwnFault,
  RefusedVisit,
  RetryVisit,
  StopCommand,
} from '../../domain/errors.ts';

/** Errors of the language and of schemas, which no page or browser causes. */
const OURS = [TypeError, ReferenceError, RangeError, SyntaxError, ZodError];
/** Limit in characters of a message. */
const LONGEST = 200;

/** Returns `fault: …` with message and place for an error caused by Forager itself; undefined for others. */
export function faultText(error: unknown): string | undefined {
  if (!OURS.some((kind) => error instanceof kind)) return undefined;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const place = /\n\s+at .*?([^\s/\\(]+:\d+):\d+\)?(?=\n|$)/.exec(stack)?.[1];
  const text = String(error).replace(/\s+/g, ' ').slice(0, LONGEST);
  return `fault: ${text}${place === undefined ? '' : ` (${place})`}`;
}

/** Returns a visit error for an error caused by Forager itself; undefined for others. */
export function ownFault(error: unknown): OwnFault | undefined {
  const text = faultText(error);
  return text === undefined ? undefined : new OwnFault(text);
}

/**
 * Returns a short visit error that tells temporary from permanent failures.
 *
 * @throws the error itself if that ends the command
 */
export function visitError(error: unknown): RetryVisit | GiveUpVisit {
  if (error instanceof StopCommand) throw error;
  if (error instanceof RetryVisit || error instanceof GiveUpVisit) return error;
  const fault = ownFault(error);
  if (fault) return fault;
  const text = messageOf(error);
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  if (code !== undefined) return errorOfCode(code);
  if (/Timeout \d+ms exceeded/.test(text)) return new HostTrouble('no answer in time');
  return new RetryVisit((text.split('\n')[0] ?? text).slice(0, 200));
}

/** Returns the visit error for an error code of Chromium, or of OpenSSL for certificates. */
export function errorOfCode(code: string): RetryVisit | GiveUpVisit {
  if (code === 'ERR_TIMED_OUT') return new HostTrouble('no answer in time');
  const fault = certificateFault(code);
  if (fault !== undefined) return refusedCertificate(fault);
  if (NEVER_PASSES.has(code)) return new GiveUpVisit(code);
  return UNREACHABLE.has(code) ? new HostUnreachable(code) : new HostTrouble(code);
}

/** Codes for hosts, or a network, without a connection. */
const UNREACHABLE = new Set([
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_CONNECTION_FAILED',
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_DNS_TIMED_OUT',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_NETWORK_CHANGED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_SOCKS_CONNECTION_FAILED',
]);

const NEVER_PASSES = new Set([
  'ERR_ABORTED',
  'ERR_BLOCKED_BY_CLIENT',
  'ERR_CONTENT_DECODING_FAILED',
  'ERR_INVALID_REDIRECT',
  'ERR_INVALID_RESPONSE',
  'ERR_INVALID_URL',
  'ERR_TOO_MANY_REDIRECTS',
  'ERR_UNSAFE_PORT',
  'ERR_UNSAFE_REDIRECT',
]);

/** Tells whether a server sent an answer that was not understood, but may be by another client. */
export const isUnread = (error: unknown): error is HostTrouble =>
  error instanceof HostTrouble &&
  !(error instanceof HostUnreachable || error instanceof HostBusy) &&
  /^ERR_/.test(error.message);

/** Returns the reason for a missing answer as a visit error with Chromium's error name. */
export function connectionError(error: unknown): RetryVisit | GiveUpVisit {
  if (error instanceof RetryVisit || error instanceof GiveUpVisit) return error;
  const { code, message } = shape.catch({ code: '', message: String(error) }).parse(error);
  if (certificateFault(code) !== undefined) return errorOfCode(code);
  const [, name] = names.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
  if (name?.startsWith('ERR_')) return errorOfCode(name);
  return new HostTrouble(name ?? (code || (message.split('\n')[0] ?? '').slice(0, 200)));
}

const shape = z.object({ code: z.string().default(''), message: z.string().default('') });

const names: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'ERR_NAME_NOT_RESOLVED'],
  [/^ECONNREFUSED/, 'ERR_CONNECTION_REFUSED'],
  [/^(ECONNRESET|EPIPE)/, 'ERR_CONNECTION_RESET'],
  [/^UND_ERR_SOCKET/, 'ERR_EMPTY_RESPONSE'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)/, 'ERR_ADDRESS_UNREACHABLE'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'ERR_CONNECTION_TIMED_OUT'],
  [/^UND_ERR_HEADERS_TIMEOUT/, 'no answer in time'],
  [/^UND_ERR_HEADERS_OVERFLOW/, 'ERR_RESPONSE_HEADERS_TOO_BIG'],
  [
    /^(HPE_UNEXPECTED_CONTENT_LENGTH|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/,
    'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH',
  ],
  [/^Proxy Authentication Required/, 'the proxy wants another name and password'],
  [/^HPE_|^Response does not match the HTTP\/1\.1 protocol/, 'ERR_INVALID_HTTP_RESPONSE'],
  [/^(EPROTO|ERR_SSL_)/, 'ERR_SSL_PROTOCOL_ERROR'],
];

/** Faults of certificates, by codes of Chromium and of OpenSSL, which Node uses. */
const FAULTS: readonly (readonly [fault: string, codes: RegExp])[] = [
  [
    'unknown authority',
    /ERR_CERT_AUTHORITY_INVALID|SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED|INVALID_CA/,
  ],
  ['out of date', /ERR_CERT_DATE_INVALID|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/],
  ['of another host', /ERR_CERT_COMMON_NAME_INVALID|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/],
  ['revoked', /CERT_REVOKED/],
];

/** Returns the fault of a server's certificate; undefined for other errors. */
export function certificateFault(code: string): string | undefined {
  const [known] = FAULTS.find(([, codes]) => codes.test(code)) ?? [];
  const other = /ERR_CERT(?:IFICATE)?_([A-Z_]+)|\bCERT_([A-Z_]+)/.exec(code);
  return known ?? (other?.[1] ?? other?.[2])?.toLowerCase().replaceAll('_', ' ');
}

/** Returns the limit of a captured page with a certificate's fault. */
export const notValid = (fault: string): string => `certificate not valid: ${fault}`;

/** Returns the error for a fault where certificates are checked. */
const refusedCertificate = (fault: string): RefusedVisit =>
  new RefusedVisit(`${notValid(fault)}; with a session only --insecure reads it`);
