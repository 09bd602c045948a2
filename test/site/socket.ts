import { createHash } from 'node:crypto';
import type { Answer, PortalRequest } from '../../src/demo/portal.ts';

/** Accepts a WebSocket and sends one text of fewer than 126 bytes, after the given milliseconds. */
export function socket({ headers }: PortalRequest, text: string, pause = 0): Answer {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
  return {
    raw: [
      { pause: 0, bytes: head },
      { pause, bytes: Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]) },
    ],
    ending: 'stall',
  };
}
