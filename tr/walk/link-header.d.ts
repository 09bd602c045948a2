import type { LinkRole } from '../../domain/link.ts';
/** An address in a `Link` header. */
interface HeaderLink {
    readonly raw: string;
    readonly rel: string;
    /** Its `rel` decides, as with `link` elements. */
    readonly role: LinkRole;
}
/** What a `Link` header names (RFC 8288). One pass: what is no parameter ends its link. */
export declare function linkHeader(value: string): HeaderLink[];
export {};
