import type { LinkRole } from '../../domain/link.ts';
import type { Walk } from './walk.ts';
/** A link of a document. */
export type WalkedLink = Walk['links'][number] & {
    readonly role: LinkRole;
};
/** What a walk has found, understood. `isCut`: there was more than is kept. */
export interface WalkedLinks {
    /** Links that lead the reader away first, each other address once. */
    readonly links: readonly WalkedLink[];
    readonly isCut: boolean;
}
/** @param resolveLoaded resolves what the document was loaded with: scripts may have given it another address since */
export declare function walkedLinks({ links, carriers, isCut }: Walk, resolve: (raw: string) => string | undefined, resolveLoaded?: (raw: string) => string | undefined): WalkedLinks;
