import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from '@playwright/test';
import { join } from '../../../../src/capture/browser/requests/browser-proxy.ts';
import { test } from '../../../plain-test.ts';

/** Listens on a free port of this machine. */
async function listening(serve: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on no port');
  return { server, port: address.port };
}

for (const [what, end, error] of [
  ['breaks', (socket: Socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ['ends', (socket: Socket) => socket.end(), undefined],
] as const) {
  test(`a connection that ${what} on one side ${what} on the other`, async () => {
    const far = await listening((socket) => socket.once('data', () => end(socket)));
    const near = await listening((socket) => join(socket, connect(far.port, '127.0.0.1')));
    const client = connect(near.port, '127.0.0.1');
    const failures: (string | undefined)[] = [];
    client.on('error', ({ code }: NodeJS.ErrnoException) => failures.push(code)).resume();
    client.write('hello');
    await once(client, 'close').catch(() => undefined);
    expect(failures).toEqual(error === undefined ? [] : [error]);
    far.server.close();
    near.server.close();
  });
}
