import { isLikeAddress } from './like-address.ts';

/** Returns the addresses of `srcset` (HTML, §4.8.4.2.1), which may have commas inside, but not at their ends. */
export function srcsetAddresses(text: string): string[] {
  const addresses: string[] = [];
  const candidate = /([^\s,]\S*)\s*/g;
  // A descriptor may have commas within parentheses.
  const descriptor = /[^,(]+|\([^)]*\)?/y;
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const [, written = ''] = match;
    const address = written.replace(/(?<!,),+$/, '');
    addresses.push(address);
    if (address !== written) continue;
    let end = candidate.lastIndex;
    for (descriptor.lastIndex = end; descriptor.test(text); ) end = descriptor.lastIndex;
    candidate.lastIndex = end;
  }
  return addresses;
}

/**
 * Returns the address in a `Refresh` header or `meta http-equiv=refresh`, whatever the delay; undefined if there is
 * none.
 */
export function refreshTarget(content: string): string | undefined {
  const [, double, single, bare] =
    /^\s*(?:\d+(?:\.\d*)?|\.\d+)[\s;,]+(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|([^"'].*))/is.exec(content) ?? [];
  const address = (double ?? single ?? bare)?.trim();
  return address === '' ? undefined : address;
}

/** Keys of `meta` elements with addresses as content, absolute or relative. */
const KEYS =
  /^(?:(?:og|twitter|article|music|video|book|profile|fb):(?:.*[:_-])?(?:url|image|image:src|video|audio|player|stream|author|publisher)|msapplication-(?:config|starturl|tileimage|.*logo)|(?:.*[-_:])?(?:url|image|thumbnail|thumbnailurl|contenturl|embedurl|logo|sameas|item))$/;

const IS_MARKUP = /<[a-z]+\s/i;
const IN_MARKUP = /<[a-z][^<>]*?[\s"'](?:href|src)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=]+))/gi;

/** Returns the addresses in a `meta` element's content, as written, except a refresh. */
export function metaAddresses(key: string, content: string): string[] {
  if (key === 'content-security-policy') return reportAddresses(content);
  if (key === 'msapplication-task') {
    return [...content.matchAll(/(?:^|;)\s*(?:action|icon)-uri\s*=\s*([^;\s]+)/gi)].map((match) => match[1] ?? '');
  }
  if (IS_MARKUP.test(content))
    return [...content.matchAll(IN_MARKUP)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  const address = content.trim();
  if (/^https?:\/\//i.test(address)) return isLikeAddress(address) ? [address] : [];
  return KEYS.test(key) && /^[^\s:{}/.]*[/.][^\s{}]*$/.test(address) ? [address] : [];
}

/** Returns the addresses to which a content security policy reports violations. */
export const reportAddresses = (policy: string): string[] =>
  policy
    .split(/[;,]/)
    .flatMap((directive) => /^\s*report-uri\s+(.*)$/is.exec(directive)?.[1]?.trim().split(/\s+/) ?? [])
    .filter((address) => /^(?:https?:\/)?\//i.test(address));
