import { z } from 'zod';
import { GiveUpVisit, HostTrouble, RetryVisit } from '../../domain/errors.ts';
import { certificateFault } from './certificate-fault.ts';
import { errorOfCode } from './visit-error.ts';

/** Why there is no answer, in the words of Chromium. */
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
