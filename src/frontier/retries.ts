/** Pauses before the second and the third try of a page that failed to load, in milliseconds. */
export const RETRY_PAUSES = [2_000, 8_000] as const;

/** Loads tried again after the first. */
export const MAX_RETRIES = RETRY_PAUSES.length;
