/** Returns a number with its noun: `1 page`, `12,430 pages`. */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`;

/** Limits of one site as shown in lists; null: no limit. `delay` in milliseconds. */
interface ShownLimits {
  readonly pageLimit: number | null;
  readonly depth: number | null;
  readonly delay: number | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Returns limits as text: `500 pages, level 3, only /news/**, without /news/old/**`; empty without limits. */
export function limitsText({ pageLimit, depth, delay, include, exclude }: ShownLimits): string {
  return [
    ...(pageLimit === null ? [] : [counted(pageLimit, 'page')]),
    ...(depth === null ? [] : [`level ${depth}`]),
    ...(delay === null ? [] : [`${delay / 1000} s`]),
    ...(include.length === 0 ? [] : [`only ${include.join(' ')}`]),
    ...(exclude.length === 0 ? [] : [`without ${exclude.join(' ')}`]),
  ].join(', ');
}

/** Plain words for Chromium's error codes of unreachable hosts. */
const WORDS: Readonly<Record<string, string>> = {
  ERR_ADDRESS_UNREACHABLE: 'there is no route to the host',
  ERR_CONNECTION_REFUSED: 'the host refuses the connection',
  ERR_CONNECTION_TIMED_OUT: 'the host does not answer',
  ERR_DNS_TIMED_OUT: 'DNS does not answer',
  ERR_INTERNET_DISCONNECTED: 'this machine has no network',
  ERR_NAME_NOT_RESOLVED: 'DNS knows no host of this name',
  ERR_NAME_RESOLUTION_FAILED: 'DNS does not answer',
  ERR_PROXY_CONNECTION_FAILED: 'the proxy can not be reached',
};

/** Returns a failure's reason in plain words, with the code in brackets for look-ups. */
export const failureText = (reason: string): string =>
  reason.replace(/\bERR_[A-Z_]+/, (code) => (WORDS[code] === undefined ? code : `${WORDS[code]} (${code})`));

/** Returns the HTTP status in a failure's reason, such as `HTTP 404`; null without one. */
export function statusIn(reason: string): number | null {
  const [, status] = /^HTTP (\d{3})\b/.exec(reason) ?? [];
  return status === undefined ? null : Number(status);
}
