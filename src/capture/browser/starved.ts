import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RendererTime } from './renderer-time.ts';

/** A browser too busy to tell of its processes is not waited for longer, in milliseconds: those of the last time count. */
const LATE = 500;

/**
 * For how long the main thread of each of the browser's processes, and our own, could run and did not, in milliseconds by
 * process. Linux tells it; elsewhere nothing is known of any.
 */
export type Starved = () => Promise<ReadonlyMap<number, number>>;

export function starvedOf(times: RendererTime): Starved {
  let processes: readonly number[] = [];
  return async () => {
    const known = await Promise.race([times(), sleep(LATE, undefined, { ref: false })]);
    if (known) processes = [...known.keys()];
    const waits = await Promise.all([process.pid, ...processes].map(async (id) => [id, await waitOf(id)] as const));
    return new Map(waits.flatMap(([id, wait]) => (wait === undefined ? [] : [[id, wait] as const])));
  };
}

/** Of time on the processor, waiting time and turns the second, in nanoseconds. */
async function waitOf(process: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${process}/schedstat`, 'utf8').catch(() => '');
  const wait = Number(text.split(' ')[1] ?? Number.NaN);
  return Number.isFinite(wait) ? wait / 1e6 : undefined;
}
