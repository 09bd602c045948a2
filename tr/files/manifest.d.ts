import type { FileKind } from './file-kind.ts';
/** Web app manifests: where the application starts, its shortcuts, its icons. */
export declare const manifest: FileKind;
