import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { test } from '../../plain-test.ts';

const PAGE = `<!doctype html><ul id=l></ul><button id=older>Older</button><button id=other>Other</button><script>
  const s = new WebSocket('ws://' + location.host + '/socket');
  s.onmessage = ({ data }) => { l.insertAdjacentHTML('beforeend', '<li><a href="/told/' + data + '">x</a>') };
  older.onclick = () => s.send('older'); other.onclick = () => s.send('silence')</script>`;

/** A client's message, in frames of fewer than 126 bytes: several may arrive at once. */
function* said(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; ) {
    const [length, mask] = [(bytes[at + 1] ?? 0) & 127, bytes.subarray(at + 2, at + 6)];
    const masked = bytes.subarray(at + 6, at + 6 + length);
    yield Buffer.from(masked.map((byte, place) => byte ^ (mask[place % 4] ?? 0))).toString();
    at += 6 + length;
  }
}

test('a message over an open socket is received a tenth of a second after an action', async () => {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  server.on('upgrade', ({ headers }, socket) => {
    const accept = createHash('sha1')
      .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('error', () => undefined);
    socket.on('data', async (bytes: Buffer) => {
      for (const text of said(bytes)) {
        if (text !== 'older') continue;
        await sleep(120);
        socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const capture = new BrowserCapture({
    headed: false,
    hostRules: `MAP * 127.0.0.1:${port}`,
    workers: 1,
    now: Date.now,
    say: () => undefined,
  });
  const captured = await capture.read({ url: 'http://socket.test/', site: 1 });
  await capture.close();
  server.closeAllConnections();
  server.close();
  expect(captured.kind === 'page' && captured.links.map(({ url }) => url)).toContain('http://socket.test/told/older');
});
