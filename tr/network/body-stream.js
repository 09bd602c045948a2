/**
 * Takes the body of an answer at which the browser is paused, piece by piece; the answer is then to be given another.
 *
 * @param sizes bytes of the first piece, and of each later one: each comes once it is there as a whole
 * @param take whether more is wanted
 * @throws Error if the document was left meanwhile
 */
export async function takePieces(cdp, requestId, [first, later], wait, take) {
    const { stream: handle } = await cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
    try {
        for (let size = first;; size = later) {
            const read = cdp.send('IO.read', { handle, size });
            if (!(await wait.holds(read)))
                return 'late';
            const part = await read;
            if (!take(Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8')))
                return 'enough';
            if (part.eof)
                return 'whole';
        }
    }
    catch {
        return 'broken';
    }
    finally {
        cdp.send('IO.close', { handle }).catch(() => undefined);
    }
}
//# sourceMappingURL=body-stream.js.map