import { isLikeAddress } from './like-address.js';
/** Keys of `meta` elements whose contents are addresses, relative ones too. */
const KEYS = /^(?:(?:og|twitter|article|music|video|book|profile|fb):(?:.*[:_-])?(?:url|image|image:src|video|audio|player|stream|author|publisher)|msapplication-(?:config|starturl|tileimage|.*logo)|(?:.*[-_:])?(?:url|image|thumbnail|thumbnailurl|contenturl|embedurl|logo|sameas|item))$/;
const IS_MARKUP = /<[a-z]+\s/i;
const IN_MARKUP = /<[a-z][^<>]*?[\s"'](?:href|src)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>=]+))/gi;
/** The addresses in a `meta` element's content, as written; not that of a refresh. */
export function metaAddresses(key, content) {
    if (key === 'content-security-policy')
        return reportAddresses(content);
    if (key === 'msapplication-task') {
        return [...content.matchAll(/(?:^|;)\s*(?:action|icon)-uri\s*=\s*([^;\s]+)/gi)].map((match) => match[1] ?? '');
    }
    if (IS_MARKUP.test(content))
        return [...content.matchAll(IN_MARKUP)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    const address = content.trim();
    if (/^https?:\/\//i.test(address))
        return isLikeAddress(address) ? [address] : [];
    return KEYS.test(key) && /^[^\s:{}/.]*[/.][^\s{}]*$/.test(address) ? [address] : [];
}
/** Where a content security policy has its violations reported to. */
export const reportAddresses = (policy) => policy
    .split(/[;,]/)
    .flatMap((directive) => /^\s*report-uri\s+(.*)$/is.exec(directive)?.[1]?.trim().split(/\s+/) ?? [])
    .filter((address) => /^(?:https?:\/)?\//i.test(address));
//# sourceMappingURL=meta-addresses.js.map