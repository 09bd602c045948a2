import type { Socket } from 'node:net';
/**
 * Whether the other end of a connection on loopback is a process of our own user. Linux's /proc/net/tcp tells; it costs
 * some 5 ms. Systems without it tell nothing: there everybody is taken for our own.
 */
export declare function isOwnPeer({ remotePort, localPort }: Socket): Promise<boolean>;
