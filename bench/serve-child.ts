import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The command line, of the checkout: this file is built to dist/bench. */
export const program = fileURLToPath(new URL('../../src/cli/forager.mjs', import.meta.url));

/** A dashboard in its own process. */
interface ServedCrawl {
  /** Address with the token. */
  readonly url: string;
  readonly pid: number;
  end(): void;
}

/** Serves the dashboard of a database: resolves when it listens, rejects if it ends before. */
export async function serveCrawl(db: string): Promise<ServedCrawl> {
  const server = spawn(process.execPath, [program, 'serve', '--no-open', '--db', db], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((told, failed) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const address = /^dashboard: (\S+)$/.exec(line)?.[1];
      if (address !== undefined) told(address);
    });
    server.once('exit', (code) => failed(new Error(`forager serve ended with ${code}`)));
  });
  return { url, pid: server.pid ?? 0, end: () => void server.kill('SIGTERM') };
}

/** Waits until a server is idle. @param cpu its CPU time so far, in ms */
export async function completed(cpu: () => number): Promise<void> {
  for (let last = cpu(), calm = 0; calm < 3; ) {
    await sleep(100);
    const now = cpu();
    calm = now - last < 10 ? calm + 1 : 0;
    last = now;
  }
}
