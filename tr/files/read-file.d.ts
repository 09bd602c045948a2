import type { CapturedFile } from '../../domain/page.ts';
import { type Headers } from '../network/answer-rules.ts';
/** Bytes of a file that are read, unpacked. */
export declare const MOST_FILE_BYTES: number;
interface FileAnswer {
    readonly url: string;
    readonly httpStatus: number;
    /** Without parameters, in lower case; as browsers see it. */
    readonly contentType: string;
    readonly headers: Headers;
}
export interface FileBody {
    readonly bytes: Uint8Array;
    /** `cut off` or `still loading` where there would be more. */
    readonly limit?: string | undefined;
}
/** A file as it is captured, with the links that it bears. @param body undefined: it was not read */
export declare function capturedFile(answer: FileAnswer, body: FileBody | undefined): Promise<CapturedFile>;
/** Whether a file bears links, as far as its first bytes tell. @param header its content type as sent */
export declare const isWorthReading: (bytes: Uint8Array, header: string) => boolean;
/** Whether a browser makes a page of a file: feeds and sitemaps tell more as they came. @param header its content type as sent */
export declare function isMadePage(bytes: Uint8Array, header: string): boolean;
export {};
