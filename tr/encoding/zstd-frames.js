/** Bytes that a frame's data may refer back to: as much as browsers allow (RFC 9659). A larger one costs time with each block. */
const LARGEST_WINDOW = 8 * 2 ** 20;
/** All frames together. */
const MOST_WINDOWS = 256 * 2 ** 20;
const FRAME = 0xfd2fb528;
const SKIPPED = 0x184d2a50;
/**
 * How many bytes of a zstd stream may be unpacked (RFC 8878, §3.1): as far as its frames come with windows of the usual
 * size. Broken streams are left to the one who unpacks them.
 */
export function usableLength(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let left = MOST_WINDOWS;
    try {
        for (let at = 0; at < bytes.length;) {
            const magic = view.getUint32(at, true);
            if ((magic & 0xfffffff0) >>> 0 === SKIPPED) {
                at += 8 + view.getUint32(at + 4, true);
                continue;
            }
            if (magic !== FRAME)
                break;
            const { window, length } = headerOf(view, at);
            left -= window;
            if (window > LARGEST_WINDOW || left < 0)
                return at;
            at = behindBlocks(view, at + length) + ((view.getUint8(at + 4) & 4) === 0 ? 0 : 4);
        }
    }
    catch {
        // It ends within a frame.
    }
    return bytes.length;
}
/** A frame's window in bytes, and the length of its header. */
function headerOf(view, at) {
    const descriptor = view.getUint8(at + 4);
    const isWhole = (descriptor & 0x20) !== 0;
    const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
    const [sizeLength = 0, offset = 0] = [[isWhole ? 1 : 0], [2, 256], [4], [8]][descriptor >> 6] ?? [];
    const behind = 5 + (isWhole ? 0 : 1) + dictionary;
    const length = behind + sizeLength;
    if (!isWhole) {
        const code = view.getUint8(at + 5);
        const base = 2 ** (10 + (code >> 3));
        return { window: base + (base / 8) * (code & 7), length };
    }
    const size = at + behind;
    if (sizeLength === 8)
        return { window: Number(view.getBigUint64(size, true)), length };
    if (sizeLength === 4)
        return { window: view.getUint32(size, true), length };
    return { window: offset + (sizeLength === 2 ? view.getUint16(size, true) : view.getUint8(size)), length };
}
/** Where a frame's blocks end. */
function behindBlocks(view, from) {
    for (let at = from;;) {
        const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
        const isRepeated = ((header >> 1) & 3) === 1;
        at += 3 + (isRepeated ? 1 : header >> 3);
        if ((header & 1) === 1)
            return at;
    }
}
//# sourceMappingURL=zstd-frames.js.map