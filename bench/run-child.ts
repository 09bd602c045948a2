import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/** A script of this folder that runs in its own process, so that its resources can be measured separately. */
export interface Child {
  /** File name without extension. */
  readonly script: string;
  /** Given to the script as JSON; it reads them with `childArguments`. */
  readonly input: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
}

/**
 * Starts the script and calls `onLine` with each JSON line of its output. `end` closes its standard input and waits for
 * its end.
 */
export function startChild<T>(child: Child, schema: z.ZodType<T>, onLine: (line: T) => void) {
  const script = fileURLToPath(new URL(`./${child.script}.js`, import.meta.url));
  const started = spawn(process.execPath, [...(child.nodeFlags ?? []), script, JSON.stringify(child.input)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...child.env },
  });
  const ended = new Promise<void>((done, failed) => {
    started.once('error', failed);
    started.once('close', (code, signal) => {
      if (code === 0) done();
      else failed(new Error(`${child.script} ended with ${signal ?? code}`));
    });
  });
  const lines = (async () => {
    for await (const line of createInterface({ input: started.stdout })) {
      // Other output of libraries is ignored.
      if (line.startsWith('{')) onLine(schema.parse(JSON.parse(line)));
      else process.stderr.write(`${child.script}: ${line}\n`);
    }
  })();
  const over = Promise.all([ended, lines]);
  over.catch(() => started.kill());
  return {
    over,
    async end(): Promise<void> {
      started.stdin.end();
      await over;
    },
  };
}

/** Runs the script to its end and returns its one JSON line. */
export async function runChild<T>(child: Child, schema: z.ZodType<T>): Promise<T> {
  const answers: T[] = [];
  await startChild(child, schema, (line) => answers.push(line)).over;
  const [answer] = answers;
  if (answer === undefined) throw new Error(`${child.script} printed nothing`);
  return answer;
}

/** In the script: returns its arguments. */
export const childArguments = <T>(schema: z.ZodType<T>): T => schema.parse(JSON.parse(process.argv[2] ?? '{}'));

/** In the script: prints one JSON line. */
export const printLine = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
