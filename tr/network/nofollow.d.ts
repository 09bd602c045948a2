import type { NofollowKind } from '../../domain/page.ts';
import { type Headers } from './answer-rules.ts';
/** Whether directives such as `noindex, nofollow` of a `<meta name=robots>` say that links are not to be followed. */
export declare const saysNofollow: (directives: string) => boolean;
/**
 * Whether an `X-Robots-Tag` header says so, to every crawler or to us: `otherbot: noindex, nofollow, forager: none`. A
 * name holds for what follows it.
 */
export declare function headerSaysNofollow(header: string): boolean;
/** Where a page says that its links are not to be followed. @param meta what its `<meta name=robots>` say */
export declare function nofollowOf(meta: string, headers: Headers): NofollowKind[];
