/**
 * How long a server asks us to wait by its `Retry-After` header, in milliseconds; undefined where it does not say
 * (RFC 9110, §10.2.3: seconds or a date).
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
