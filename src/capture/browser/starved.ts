import { readFile } from 'node:fs/promises';
import type { RendererTime } from './renderer-time.ts';

/**
 * For how long the main thread of each of the browser's renderers, and our own, could run and did not, in milliseconds by
 * process. Linux tells it; elsewhere nothing is known of any.
 */
export type Starved = () => Promise<ReadonlyMap<number, number>>;

export function starvedOf(renderers: RendererTime): Starved {
  return async () => {
    const processes = [process.pid, ...((await renderers())?.keys() ?? [])];
    const waits = await Promise.all(processes.map(async (id) => [id, await waitOf(id)] as const));
    return new Map(waits.flatMap(([id, wait]) => (wait === undefined ? [] : [[id, wait] as const])));
  };
}

/** Of time on the processor, waiting time and turns the second, in nanoseconds. */
async function waitOf(process: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${process}/schedstat`, 'utf8').catch(() => '');
  const wait = Number(text.split(' ')[1] ?? Number.NaN);
  return Number.isFinite(wait) ? wait / 1e6 : undefined;
}
