import type { FoundLink } from '../../domain/link.ts';
import type { FrameDocument } from './document.ts';
import type { Ready } from './rest.ts';
import type { Tab } from './tab.ts';
/**
 * Whether a page's application takes fragments for routes that do not begin as routes do (`#people/1`): its window hears
 * when the fragment changes, and it shows one that names no element, set by its scripts or asked for as another page's
 * route, or links to one of several parts.
 */
export declare function takesAnyFragment(tab: Tab, { address, frames, hasScripts, isAnchored }: Ready): Promise<boolean>;
/** The route that a page shows, if it has one that its loaded address does not tell; see `CapturedPage.route`. */
export declare function routeShown(loaded: string, { address, isAnchored }: Ready, takesAny: boolean): string | undefined;
/** Marks the links of an application that takes any fragment for a route which lead to its routes. */
export declare function withRoutes(main: FrameDocument, address: string, links: readonly FoundLink[]): Promise<FoundLink[]>;
