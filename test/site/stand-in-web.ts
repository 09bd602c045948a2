import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { certificate } from './certificate.ts';

/** Two pages for every host: a start page, and one with links to other sites. */
const pages: Readonly<Record<string, string>> = {
  '/': `<title>Start</title><h1>Example University</h1>
    <a href=/teaching/>Teaching and courses</a> <a href=/research/>Research projects</a> <a href=/search?q=topology>Topology</a>`,
  '/teaching/': `<title>Courses</title><h1>Course: homework and lecture notes</h1>
    <a href=/>Home</a> <a href=http://www.example.org/annual>Annual report</a> <a href=https://facebook.com/example>Follow us</a>`,
  '/research/': `<title>Research</title><h1>Research projects</h1><a href=/>Home</a>`,
  '/people/': `<title>People</title><h1>People</h1><a href=/people/ada>Ada</a>`,
  '/search': `<title>Results</title><a href=https://www.example.edu/teaching/>Courses</a>`,
};

/** Serves the stand-in for the Web to clients of the proxy at `url`, over http and https, for any host. */
export async function serveStandInWeb(): Promise<{ readonly url: string; close(): void }> {
  const answer = ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const page = pages[new URL(url, 'http://any.test').pathname];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page ?? 'not here');
  };
  const secure = createSecureServer(certificate, answer).listen(0, '127.0.0.1');
  const proxy = createServer(answer).listen(0, '127.0.0.1');
  await Promise.all([once(secure, 'listening'), once(proxy, 'listening')]);
  const portOf = (address: AddressInfo | string | null): number => {
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  };
  const port = portOf(proxy.address());
  proxy.on('connect', (request, socket) => {
    const to = request.url?.endsWith(':443') ? portOf(secure.address()) : port;
    const onward = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  const close = () => {
    for (const server of [proxy, secure]) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
