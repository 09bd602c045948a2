import { type Captured } from '../../domain/page.ts';
import type { Capture, Target } from '../capture.ts';
import { ParsedDocument } from '../documents/parsed-document.ts';
import type { AddressGuard } from '../network/address-guard.ts';
import type { Lookup } from '../network/dialer.ts';
import { DocumentTurns } from '../network/document-turns.ts';
import type { HostRules } from '../network/host-rules.ts';
import { type Patience } from '../network/patience.ts';
import type { StorageState } from '../session/session-state.ts';
export interface HttpCaptureOptions {
    readonly hostRules: HostRules;
    readonly userAgent: string;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
    /** Undefined: private addresses may be asked. */
    readonly guard?: AddressGuard | undefined;
    /** Servers whose certificates are not valid are not asked; otherwise pages say what is wrong. */
    readonly checksCertificates?: boolean | undefined;
    /** The system's if not given. */
    readonly lookup?: Lookup | undefined;
    /** Names of the techniques that are used; those of `active` if not given. */
    readonly techniques?: ReadonlySet<string> | undefined;
    /** Address of a proxy, with name and password where it wants them. */
    readonly proxy?: string | undefined;
    /** Cookies that every site's session begins with. */
    readonly storageState?: StorageState | undefined;
    /** Whose turn each host is; if not given, none is ever waited for. */
    readonly turns?: DocumentTurns | undefined;
    /** Differs from the usual in tests. */
    readonly patience?: Partial<Patience>;
}
/** A page without a browser. */
export interface HttpRead {
    readonly captured: Captured;
    /** The page's own document, then those of its frames; none of a file. */
    readonly documents: readonly ParsedDocument[];
}
/** Reads pages without a browser: what a server sends, its frames included, scripts not run. */
export declare class HttpCapture implements Capture {
    #private;
    constructor(options: HttpCaptureOptions);
    start(): Promise<void>;
    read(target: Target): Promise<Captured>;
    /** The same, with the documents that were read, and their features. */
    readDocuments(target: Target): Promise<HttpRead>;
    close(): Promise<void>;
}
