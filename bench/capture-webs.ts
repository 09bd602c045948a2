import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { BadInput } from '../src/domain/errors.ts';
import { startDemoWeb, startWeb } from './start-demo-web.ts';

/** A running web, and its pages to read: given, or start pages of a crawl that finds them. */
export interface CaptureWeb {
  readonly name: string;
  readonly hostRules: string;
  readonly urls: readonly string[];
  readonly areStarts: boolean;
  /** The links of each page, if all are known: others are false. */
  readonly links?: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}

/** The portals of the capture lab: every technique on a few pages. */
export async function startLab(): Promise<CaptureWeb> {
  const schema = z.object({ hostRules: z.string(), urls: z.array(z.string()) });
  const { web, close } = await startWeb({ script: 'lab-web', input: {} }, schema);
  return { name: 'lab', ...web, areStarts: false, close };
}

/** Scripted applications: routes behind a hash and of the History API, long menus, parts that open. */
export async function startApplications(): Promise<CaptureWeb> {
  const links = z.array(z.tuple([z.string(), z.array(z.string())]));
  const schema = z.object({ hostRules: z.string(), urls: z.array(z.string()), links });
  const { web, close } = await startWeb({ script: 'application-web', input: {} }, schema);
  return { name: 'applications', ...web, links: new Map(web.links), areStarts: false, close };
}

export async function startDemo(): Promise<CaptureWeb> {
  const { web, close } = await startDemoWeb(1, 1);
  const { hostRules, sites } = web;
  return { name: 'demo', hostRules, urls: sites.map(({ url }) => url), areStarts: true, close };
}

const recorded = z.object({ hosts: z.array(z.string()).min(1), start: z.string() });

/** Real sites from recordings: a folder with `serve.mjs`, which serves them by host, and `sites/NAME/site.json`. */
export async function startRecorded(root: string): Promise<CaptureWeb> {
  const [server, sites] = [join(root, 'serve.mjs'), join(root, 'sites')];
  if (!existsSync(server) || !existsSync(sites)) {
    throw new BadInput(
      `${root} has no recorded sites: give a folder with serve.mjs and sites/, or leave --recorded out`,
    );
  }
  const port = await freePort();
  const child = spawn(process.execPath, [server, '--root', root, '--port', `${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((listening, failed) => {
    createInterface({ input: child.stdout }).once('line', () => listening());
    child.once('exit', (code) => failed(new Error(`${server} ended with ${code}`)));
  });
  const urls = readdirSync(sites).map((name) => {
    const { hosts, start } = recorded.parse(JSON.parse(readFileSync(join(sites, name, 'site.json'), 'utf8')));
    return `http://${hosts[0]}${start}`;
  });
  const close = async () => {
    child.kill();
  };
  return { name: 'recorded', hostRules: `MAP *.test 127.0.0.1:${port}`, urls, areStarts: true, close };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
