/** `1 page`, `12,430 pages` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`;

/** A site's own limits as lists show them; null: none. `delay` in milliseconds. */
interface ShownLimits {
  readonly pageLimit: number | null;
  readonly depth: number | null;
  readonly delay: number | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** `500 pages, level 3, only /news/**, without /news/old/**`; empty: it has none. */
export function limitsText({ pageLimit, depth, delay, include, exclude }: ShownLimits): string {
  return [
    ...(pageLimit === null ? [] : [counted(pageLimit, 'page')]),
    ...(depth === null ? [] : [`level ${depth}`]),
    ...(delay === null ? [] : [`${delay / 1000} s`]),
    ...(include.length === 0 ? [] : [`only ${include.join(' ')}`]),
    ...(exclude.length === 0 ? [] : [`without ${exclude.join(' ')}`]),
  ].join(', ');
}

/** Codes of Chromium that say that a host can't be reached, in plain words. */
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

/** The reason of a failure for a person to read; the code stays in it, as it can be looked up. */
export const failureText = (reason: string): string =>
  reason.replace(/\bERR_[A-Z_]+/, (code) => (WORDS[code] === undefined ? code : `${WORDS[code]} (${code})`));

/** The status that the reason of a failure tells, such as `HTTP 404`; null where no answer came. */
export function statusIn(reason: string): number | null {
  const [, status] = /^HTTP (\d{3})\b/.exec(reason) ?? [];
  return status === undefined ? null : Number(status);
}
