import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** What a browser does not take at its word: it looks at the first bytes. */
const NO_TYPES = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

export const isPageType = (type: string): boolean => PAGE_TYPES.has(type);

/** Whether it is a proper type, and none of a page. */
export const isOtherType = (type: string): boolean =>
  /^[^\s,/]+\/[^\s,/]+$/.test(type) && !PAGE_TYPES.has(type) && !NO_TYPES.has(type);

/** The type of a Content-Type header, without its parameters, in lower case. */
export const typeOf = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? '';

/** @throws RetryVisit or GiveUpVisit if the server answered with an error */
export function accepted(status: number): number {
  if (status >= 500 || status === 429 || status === 408) throw new RetryVisit(`HTTP ${status}`);
  if (status >= 400) throw new GiveUpVisit(`HTTP ${status}`);
  return status;
}
