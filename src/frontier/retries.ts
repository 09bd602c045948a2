/** Pauses before the second and the third try of a page that failed to load, in milliseconds. */
export const RETRY_PAUSES = [2_000, 8_000] as const;

/** Loads tried again after the first. */
export const MAX_RETRIES = RETRY_PAUSES.length;

/** What a server or the crawl itself decided, or what is wrong with the answer: it lasts until somebody mends the page. */
const LASTS =
  /^not found: |^HTTP 4(?!08|25|29)\d\d$|^redirects |private address|robots\.txt forbids|^ERR_(?:ABORTED|BLOCKED_BY_CLIENT|CONTENT_DECODING_FAILED|INVALID_\w+|TOO_MANY_REDIRECTS|UNSAFE_\w+)$/;

/** Whether a page that could not be loaded for that reason may load later without a change to it. */
export const mayPass = (reason: string): boolean => !LASTS.test(reason);
