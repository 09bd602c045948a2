import { z } from 'zod';
import { type Child, startChild } from './run-child.ts';

/** What `demo-web` prints when it listens. */
export const demoWeb = z.object({
  hostRules: z.string(),
  sites: z.array(
    z.object({ name: z.string(), shortName: z.string(), url: z.string(), kind: z.enum(['university', 'institute']) }),
  ),
});
export type DemoWeb = z.infer<typeof demoWeb>;

/** Serves the demo web from a process of its own: its CPU time is nobody's. */
export const startDemoWeb = (seed: number, scale: number) =>
  startWeb({ script: 'demo-web', input: { seed, scale } }, demoWeb);

/** Starts a script that serves a web until its standard input ends, and waits for the line that it prints when it listens. */
export async function startWeb<T>(
  server: Child,
  schema: z.ZodType<T>,
): Promise<{ web: T; close: () => Promise<void> }> {
  let close = async () => {};
  const web = await new Promise<T>((listening, failed) => {
    const child = startChild(server, schema, listening);
    child.over.catch(failed);
    close = child.end;
  });
  return { web, close };
}
