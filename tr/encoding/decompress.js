import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';
import { usableLength } from './zstd-frames.js';
/**
 * Undoes the content codings of a body: gzip, deflate, br, zstd, also one upon the other; unknown ones are taken for
 * none, as in browsers. Data that break off or are damaged yield what came before. Markup that is not coded as it says
 * is taken as it is.
 *
 * @param codings the Content-Encoding header
 * @param most bytes of the result; what is longer is cut off, and costs no more
 */
export async function decompress(body, codings, most) {
    let { bytes, isCutOff } = body;
    for (const coding of codings.toLowerCase().split(',').reverse()) {
        const step = steps[coding.trim()];
        if (step === undefined || bytes.length === 0)
            continue;
        const part = await step(bytes, most);
        if (part.isCutOff && isMarkup(bytes) && !isMarkup(part.bytes))
            continue;
        bytes = part.bytes;
        isCutOff ||= part.isCutOff;
    }
    return { bytes, isCutOff };
}
const isMarkup = (bytes) => /^(\xef\xbb\xbf)?\s*<[a-z!?]/i.test(Buffer.from(bytes.subarray(0, 256)).toString('latin1'));
const throughZlib = (create) => (bytes, most) => new Promise((done) => {
    const stream = create(bytes);
    const result = new Pieces(most);
    stream.on('data', (piece) => {
        if (!result.add(piece))
            stream.destroy();
    });
    stream.once('end', () => done(result.whole(false)));
    stream.once('error', () => done(result.whole(true)));
    stream.once('close', () => done(result.whole(true)));
    stream.end(bytes);
});
const gunzip = throughZlib(() => createGunzip());
/** Slices keep it from inflating more than is wanted. */
const ZSTD_SLICE = 16_384;
const unzstd = async (all, most) => {
    const result = new Pieces(most);
    const bytes = all.subarray(0, usableLength(all));
    try {
        const stream = new Decompress((piece) => {
            if (!result.add(piece))
                throw new Error('enough');
        });
        for (let from = 0; from < bytes.length; from += ZSTD_SLICE) {
            stream.push(bytes.slice(from, from + ZSTD_SLICE), from + ZSTD_SLICE >= bytes.length);
        }
        return result.whole(bytes.length < all.length);
    }
    catch {
        return result.whole(true);
    }
};
const steps = {
    gzip: gunzip,
    'x-gzip': gunzip,
    // With a header or, as some servers send it, without.
    deflate: throughZlib(([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())),
    br: throughZlib(() => createBrotliDecompress()),
    zstd: unzstd,
};
/** What comes piece by piece, up to a limit. */
export class Pieces {
    #most;
    #pieces = [];
    #length = 0;
    /** @param most bytes */
    constructor(most) {
        this.#most = most;
    }
    /** Keeps a piece, or as much as there is room for; then it answers false. */
    add(piece) {
        const room = this.#most - this.#length;
        this.#pieces.push(piece.subarray(0, room));
        this.#length += Math.min(piece.length, room);
        return piece.length <= room;
    }
    whole(isCutOff) {
        return { bytes: Buffer.concat(this.#pieces), isCutOff };
    }
}
//# sourceMappingURL=decompress.js.map