import type { StorageState } from '../session/session-state.ts';
import type { FrameDocument } from './document.ts';
import type { LivePage } from './live-page.ts';
/** What a page has stored in the browser: its cookies, and that its documents keep what they have in mind. */
export interface Stored {
    readonly cookies: StorageState['cookies'];
    readonly frames: readonly FrameDocument[];
    /** Bytes that its origin keeps otherwise, in databases and caches. */
    readonly usage: number;
}
/** Notes what the page has stored. */
export declare function storedBy(page: LivePage): Promise<Stored>;
/** Makes everything as it was noted. A tab in which that can't be done reads no other page. */
export declare function restore({ tab }: LivePage, { cookies, frames, usage }: Stored): Promise<void>;
