import { z } from 'zod';
import { startChild } from './run-child.ts';

/** What `demo-web` prints when it listens. */
export const demoWeb = z.object({
  hostRules: z.string(),
  sites: z.array(
    z.object({ name: z.string(), shortName: z.string(), url: z.string(), kind: z.enum(['university', 'institute']) }),
  ),
});
export type DemoWeb = z.infer<typeof demoWeb>;

/** Serves the demo web from a process of its own: its CPU time is nobody's. */
export async function startDemoWeb(seed: number, scale: number): Promise<{ web: DemoWeb; close: () => Promise<void> }> {
  let close = async () => {};
  const web = await new Promise<DemoWeb>((listening, failed) => {
    const child = startChild({ script: 'demo-web', input: { seed, scale } }, demoWeb, listening);
    child.over.catch(failed);
    close = child.end;
  });
  return { web, close };
}
