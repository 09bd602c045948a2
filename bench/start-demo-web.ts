import { z } from 'zod';
import { type Child, startChild } from './run-child.ts';

/** Output of `demo-web` when it listens. */
export const demoWeb = z.object({
  hostRules: z.string(),
  sites: z.array(
    z.object({ name: z.string(), shortName: z.string(), url: z.string(), kind: z.enum(['university', 'institute']) }),
  ),
});
export type DemoWeb = z.infer<typeof demoWeb>;

/** Serves the demo web from its own process, whose CPU time is not counted. */
export const startDemoWeb = (seed: number, scale: number) =>
  startWeb({ script: 'demo-web', input: { seed, scale } }, demoWeb);

/** Starts a script that serves a web until its standard input ends, and waits for its first line of output. */
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
