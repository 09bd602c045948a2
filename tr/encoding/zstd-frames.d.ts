/**
 * How many bytes of a zstd stream may be unpacked (RFC 8878, §3.1): as far as its frames come with windows of the usual
 * size. Broken streams are left to the one who unpacks them.
 */
export declare function usableLength(bytes: Uint8Array): number;
