import { headerOf } from './answer-rules.js';
/** Our name in directives that are meant for one crawler. */
const NAME = 'forager';
/** Whether directives such as `noindex, nofollow` of a `<meta name=robots>` say that links are not to be followed. */
export const saysNofollow = (directives) => directives.split(',').some((directive) => /^\s*(nofollow|none)\s*$/i.test(directive));
/**
 * Whether an `X-Robots-Tag` header says so, to every crawler or to us: `otherbot: noindex, nofollow, forager: none`. A
 * name holds for what follows it.
 */
export function headerSaysNofollow(header) {
    let isForUs = true;
    for (const part of header.split(',')) {
        const [, name, rest] = /^(?:([\w-]+)\s*:)?(.*)$/s.exec(part.trim()) ?? [];
        const isAgent = name !== undefined && !/^(unavailable_after|max-[a-z-]+)$/i.test(name);
        if (isAgent)
            isForUs = name.toLowerCase() === NAME;
        if (isForUs && saysNofollow(rest ?? ''))
            return true;
    }
    return false;
}
/** Where a page says that its links are not to be followed. @param meta what its `<meta name=robots>` say */
export function nofollowOf(meta, headers) {
    const kinds = saysNofollow(meta) ? ['meta'] : [];
    return headerSaysNofollow(headerOf(headers, 'x-robots-tag')) ? [...kinds, 'header'] : kinds;
}
//# sourceMappingURL=nofollow.js.map