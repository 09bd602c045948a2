import type { WalkedLink } from '../walk/walked-links.ts';
/**
 * The links among those gone whose elements are still shown, and bear another form of their address: other parameters,
 * another scheme or host, another beginning of the path, a redirect that names them. Elements are known again by their
 * name with their text, or where they have none, with their place; each shown one stands for one that is gone.
 *
 * @param gone links of the document as it came that are not shown any more
 * @param fresh links that are shown, and did not come with the document
 */
export declare function rewritten(gone: readonly WalkedLink[], fresh: readonly WalkedLink[]): ReadonlySet<WalkedLink>;
