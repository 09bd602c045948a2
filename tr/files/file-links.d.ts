import type { FoundLink } from '../../domain/link.ts';
import type { FileKind } from './file-kind.ts';
/** A file that has been unpacked. */
export interface FileInput {
    readonly url: string;
    /** Without parameters, in lower case; as browsers see it. */
    readonly type: string;
    /** The header as sent. */
    readonly contentType: string;
    /** Its first characters. */
    readonly head: string;
    readonly bytes: Uint8Array;
}
export interface FileLinks {
    readonly links: readonly FoundLink[];
    /** See CapturedFile. */
    readonly limits: readonly string[];
    /** See CapturedFile. */
    readonly text: readonly string[];
}
/** Of which kind a file is; undefined if of none that bears links. */
export declare const kindOf: (type: string, head: string) => FileKind | undefined;
/** The links of a file. A damaged one gives what can be had of it; nothing is thrown. */
export declare function fileLinks({ url, type, contentType, head, bytes }: FileInput): Promise<FileLinks>;
