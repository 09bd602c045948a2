import { spawn } from 'node:child_process';

/** An invisible screen for browsers with windows. */
export interface Display {
  /** Value for DISPLAY. */
  readonly name: string;
  close(): void;
}

/** Starts Xvfb on a free display; undefined if it is not installed. */
export async function startDisplay(): Promise<Display | undefined> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string | undefined>((done) => {
    server.once('error', () => done(undefined));
    server.once('exit', () => done(undefined));
    server.stdio[3]?.once('data', (chunk) => done(String(chunk).trim()));
  });
  return number === undefined ? undefined : { name: `:${number}`, close: () => void server.kill() };
}
