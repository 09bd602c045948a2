import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
const VERSION = 5;
const CONNECT = 1;
/** Lengths of addresses, by their kind; a name says its own. */
const IPV4 = { kind: 1, length: 4 };
const NAME = 3;
const IPV6 = { kind: 4, length: 16 };
const answer = (code) => Uint8Array.of(VERSION, code, 0, IPV4.kind, 0, 0, 0, 0, 0, 0);
export const GRANTED = answer(0);
export const REFUSED = answer(1);
/** Reads what a client of SOCKS 5 (RFC 1928) begins with. Undefined where it speaks something else, or goes. */
export async function readSocksRequest(client) {
    const [version, methods = 0] = (await bytes(client, 2)) ?? [];
    if (version !== VERSION || !(await bytes(client, methods))?.includes(0))
        return undefined;
    client.write(Uint8Array.of(VERSION, 0));
    const [, command, , kind, first = 0] = (await bytes(client, 5)) ?? [];
    if (command !== CONNECT)
        return undefined;
    const isName = kind === NAME;
    const length = isName ? first : kind === IPV4.kind ? IPV4.length : kind === IPV6.kind ? IPV6.length : 0;
    const rest = length === 0 ? undefined : await bytes(client, (isName ? length : length - 1) + 2);
    if (!rest)
        return undefined;
    const port = rest.readUInt16BE(rest.length - 2);
    const address = rest.subarray(0, -2);
    return { host: isName ? address.toString('latin1') : ipaddr.fromByteArray([first, ...address]).toString(), port };
}
/** The next bytes, so many; undefined if they don't come. */
async function bytes(client, count) {
    for (;;) {
        const piece = count === 0 ? Buffer.alloc(0) : client.read(count);
        if (Buffer.isBuffer(piece))
            return piece.length === count ? piece : undefined;
        if (client.readableEnded || client.destroyed)
            return undefined;
        await once(client, 'readable').catch(() => undefined);
    }
}
//# sourceMappingURL=socks-request.js.map