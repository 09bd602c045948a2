import { once } from 'node:events';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { RefusedVisit } from '../../domain/errors.js';
import { authorityOf, MAX_HEAD_BYTES, proxyRefusal, UserProxy } from '../network/user-proxy.js';
import { errorOfCode } from '../network/visit-error.js';
import { gone, join } from './browser-proxy.js';
import { isOwnPeer } from './own-peer.js';
/** The first byte of TLS. */
const HANDSHAKE = 0x16;
/** What belongs to one connection (RFC 9110, §7.6.1), and is not passed on. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);
/**
 * Leads clients through the user's proxy: TLS and web sockets by a tunnel, plain HTTP request by request, as proxies
 * seldom lend a tunnel for it. The proxy resolves the names: only what is written as private can be refused.
 */
export function userRoute(address, guard) {
    const proxy = new UserProxy(address);
    return async (client) => {
        const { host, port } = client.wants;
        // The proxy's name and password are lent to nobody else.
        if (!(await isOwnPeer(client.socket)))
            throw new RefusedVisit('another user of this machine asks');
        const refusal = guard?.refusal(host, port);
        if (refusal !== undefined)
            throw new RefusedVisit(refusal);
        client.grant();
        const first = await firstBytes(client.socket);
        if (first === undefined)
            return;
        client.socket.unshift(first);
        if (first[0] === HANDSHAKE)
            await tunnel(proxy, client);
        else
            await forward(proxy, client);
    };
}
async function tunnel(proxy, { socket, wants, reached }, head) {
    const server = await proxy.tunnel(wants.host, wants.port, gone(socket));
    reached();
    if (head)
        server.write(head);
    join(socket, server);
}
/** Passes requests on. Each client has one connection to the proxy, so that both are new, or both were used before. */
async function forward(proxy, client) {
    const { socket, wants, reached } = client;
    const origin = `http://${authorityOf(wants.host, wants.port).replace(/:80$/, '')}`;
    const agent = proxy.agent();
    const server = createServer({ insecureHTTPParser: true, maxHeaderSize: MAX_HEAD_BYTES, keepAliveTimeout: 0 });
    server.requestTimeout = 0;
    server.headersTimeout = 0;
    await new Promise((done, fail) => {
        server.on('request', (request, response) => {
            const { method = 'GET', url = '/', rawHeaders } = request;
            response.sendDate = false;
            const asked = proxy.ask(method, `${origin}${url}`, passedOn(rawHeaders), agent);
            asked.on('error', () => fail(errorOfCode('ERR_PROXY_CONNECTION_FAILED')));
            asked.on('response', (answer) => {
                const { statusCode = 502, statusMessage = '' } = answer;
                if (statusCode === 407)
                    return fail(proxyRefusal(statusCode));
                reached();
                response.writeHead(statusCode, statusMessage, passedOn(answer.rawHeaders));
                pipeline(answer, response, () => undefined);
            });
            response.once('close', () => response.writableFinished || asked.destroy());
            request.pipe(asked);
        });
        // A web socket: a proxy knows it only as bytes.
        server.on('upgrade', ({ method, url, rawHeaders }, _, head) => {
            const lines = pairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
            const begun = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
            tunnel(proxy, client, Buffer.concat([begun, head])).then(done, fail);
        });
        server.on('clientError', () => socket.destroy());
        socket.once('close', () => done());
        server.emit('connection', socket);
    }).finally(() => agent.destroy());
}
const pairs = (raw) => Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
const passedOn = (raw) => pairs(raw)
    .filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()))
    .flat();
/** What a client begins with; undefined if it goes instead. */
async function firstBytes(socket) {
    for (;;) {
        const piece = socket.read();
        if (Buffer.isBuffer(piece))
            return piece;
        if (socket.readableEnded || socket.destroyed)
            return undefined;
        await once(socket, 'readable').catch(() => undefined);
    }
}
//# sourceMappingURL=user-route.js.map