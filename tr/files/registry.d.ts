import type { FileKind } from './file-kind.ts';
/** A file is of the first kind that it fits. */
export declare const fileKinds: readonly FileKind[];
export declare const mayBearLinks: (contentType: string) => boolean;
