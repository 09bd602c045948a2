import { ZodError } from 'zod';
import {
  GiveUpVisit,
  HostBusy,
  HostTrouble,
  HostUnreachable,
  messageOf,
  OwnFault,
  RetryVisit,
  StopCommand,
} from '../../domain/errors.ts';
import { certificateFault, refusedCertificate } from './certificate-fault.ts';

/** Errors of the language and of schemas: no page and no browser makes them. */
const OURS = [TypeError, ReferenceError, RangeError, SyntaxError, ZodError];
/** What is kept of a message, in characters. */
const LONGEST = 200;

/** `fault: …` with the message and the place of an error that a fault of Forager's own made; undefined for all others. */
export function faultText(error: unknown): string | undefined {
  if (!OURS.some((kind) => error instanceof kind)) return undefined;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const place = /\n\s+at .*?([^\s/\\(]+:\d+):\d+\)?(?=\n|$)/.exec(stack)?.[1];
  const text = String(error).replace(/\s+/g, ' ').slice(0, LONGEST);
  return `fault: ${text}${place === undefined ? '' : ` (${place})`}`;
}

/** The same as an error of the visit. */
export function ownFault(error: unknown): OwnFault | undefined {
  const text = faultText(error);
  return text === undefined ? undefined : new OwnFault(text);
}

/**
 * Names what went wrong in a few words, and whether it may pass.
 * @throws the error itself where it ends the command
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

/** What one of Chromium's codes says, or of OpenSSL's for certificates. */
export function errorOfCode(code: string): RetryVisit | GiveUpVisit {
  if (code === 'ERR_TIMED_OUT') return new HostTrouble('no answer in time');
  const fault = certificateFault(code);
  if (fault !== undefined) return refusedCertificate(fault);
  if (NEVER_PASSES.has(code)) return new GiveUpVisit(code);
  return UNREACHABLE.has(code) ? new HostUnreachable(code) : new HostTrouble(code);
}

/** There is no connection to the host, or to any. */
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

/** Whether a server was reached and sent what was not understood: another client may understand it. */
export const isUnread = (error: unknown): error is HostTrouble =>
  error instanceof HostTrouble &&
  !(error instanceof HostUnreachable || error instanceof HostBusy) &&
  /^ERR_/.test(error.message);
