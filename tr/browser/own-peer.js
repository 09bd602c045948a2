import { readFile } from 'node:fs/promises';
/**
 * Whether the other end of a connection on loopback is a process of our own user. Linux's /proc/net/tcp tells; it costs
 * some 5 ms. Systems without it tell nothing: there everybody is taken for our own.
 */
export async function isOwnPeer({ remotePort, localPort }) {
    const table = await readFile('/proc/net/tcp', 'latin1').catch(() => undefined);
    if (table === undefined)
        return true;
    const ends = new RegExp(`:${hex(remotePort)} \\w+:${hex(localPort)} `);
    const line = table.split('\n').find((one) => ends.test(one));
    // proc(5): sl, local and remote address, state, queues, timer, retransmissions, uid.
    return Number(line?.trim().split(/\s+/)[7]) === process.getuid?.();
}
const hex = (port = 0) => port.toString(16).toUpperCase().padStart(4, '0');
//# sourceMappingURL=own-peer.js.map