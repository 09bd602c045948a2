import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

/** Served sites: rules for their names, and their start pages. */
export const servedWeb = z.object({ hostRules: z.string(), starts: z.array(z.string()) });

const listening = z.object({ hosts: z.array(z.string()) });

/** Serves recorded sites by the `serve.mjs` of their folder, in its own process. */
export async function startServedSites(folder: string) {
  const port = await freePort();
  const args = [join(folder, 'serve.mjs'), '--root', folder, '--port', String(port)];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((done) => server.once('close', () => done()));
  for await (const line of createInterface({ input: server.stdout })) {
    const { hosts } = listening.parse(JSON.parse(line));
    const web = { hostRules: `MAP *.test 127.0.0.1:${port}`, starts: hosts.map((host) => `http://${host}/`) };
    const close = async () => {
      server.kill();
      await ended;
    };
    return { web, close };
  }
  throw new Error(`${folder}/serve.mjs did not begin to serve`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise<void>((done) => server.close(() => done()));
  if (address === null || typeof address === 'string') throw new Error('no TCP port is free');
  return address.port;
}
