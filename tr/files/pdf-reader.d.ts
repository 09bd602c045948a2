import type { getResolvedPDFJS } from 'unpdf';
type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>;
interface PdfLink {
    readonly raw: string;
    readonly anchor: string;
    readonly element: string;
}
/**
 * Reads the links of a PDF document, and the text of its first pages, and tells them page by page. It is sent into a thread
 * as it stands, so it uses nothing from outside.
 */
export declare function readPdf({ getDocument }: PdfJs, data: Uint8Array, { mostPages, mostTextPages }: {
    readonly mostPages: number;
    readonly mostTextPages: number;
}, tell: (links: readonly PdfLink[], limits: readonly string[], text?: string) => void): Promise<void>;
export {};
