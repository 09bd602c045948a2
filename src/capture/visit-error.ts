import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import { certificateFault, refusedCertificate } from './certificate-fault.ts';

/** Names what went wrong in a few words, and whether it may pass. */
export function visitError(error: unknown): RetryVisit | GiveUpVisit {
  if (error instanceof RetryVisit || error instanceof GiveUpVisit) return error;
  const text = error instanceof Error ? error.message : String(error);
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1];
  if (code !== undefined) return errorOfCode(code);
  if (/Timeout \d+ms exceeded/.test(text)) return new RetryVisit('no answer in time');
  return new RetryVisit((text.split('\n')[0] ?? text).slice(0, 200));
}

/** What one of Chromium's codes says, or of OpenSSL's for certificates. */
export function errorOfCode(code: string): RetryVisit | GiveUpVisit {
  if (code === 'ERR_TIMED_OUT') return new RetryVisit('no answer in time');
  const fault = certificateFault(code);
  if (fault !== undefined) return refusedCertificate(fault);
  return NEVER_PASSES.has(code) ? new GiveUpVisit(code) : new RetryVisit(code);
}

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
