import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Seconds of CPU time without a pause after which a renderer's priority is lowered. */
const BUSY_SECONDS = 5;
/** Share of a processor below which a renderer counts as idle between two looks. */
const IDLE_SHARE = 0.05;
/** Seconds of CPU time without a pause after which a renderer counts as busy, and pages are checked. */
const BUSY = 0.5;

export interface Renderer {
  readonly id: number;
  /** Seconds of CPU time so far. */
  readonly cpuTime: number;
}

interface Busy {
  cpuTime: number;
  /** CPU time (s) when the renderer was last idle. */
  restedAt: number;
}

/**
 * Lowers the priority of renderers that keep a processor busy, so that other sites' pages are not slowed down. Costs
 * nothing on an idle machine. Linux has priorities by thread.
 */
export class BusyRenderers {
  readonly #known = new Map<number, Busy>();
  #lookedAt = Number.NaN;

  /** Returns true if a renderer is busy. */
  look(renderers: readonly Renderer[], now = performance.now()): boolean {
    const seconds = (now - this.#lookedAt) / 1000;
    this.#lookedAt = now;
    let isAnyBusy = false;
    for (const { id, cpuTime } of renderers) {
      const before = this.#known.get(id) ?? { cpuTime, restedAt: cpuTime };
      const isResting = cpuTime - before.cpuTime < IDLE_SHARE * seconds;
      this.#known.set(id, { cpuTime, restedAt: isResting ? cpuTime : before.restedAt });
      isAnyBusy ||= !isResting && cpuTime - before.restedAt > BUSY;
      if (!isResting && cpuTime - before.restedAt > BUSY_SECONDS) lowerPriority(id);
    }
    const ids = new Set(renderers.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    return isAnyBusy;
  }
}

/** Lowers the priority of the renderer whose CPU time (s) is nearest to `cpuTime`, its only known trait. */
export function giveWay(renderers: readonly Renderer[], cpuTime: number): void {
  const distance = (renderer: Renderer) => Math.abs(renderer.cpuTime - cpuTime);
  const [nearest] = [...renderers].sort((a, b) => distance(a) - distance(b));
  if (nearest) lowerPriority(nearest.id);
}

function lowerPriority(pid: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  } catch {
    // The process is gone, or a thread has ended in the meantime.
  }
}
