import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** A renderer that has had so many seconds of CPU time without a rest gives way to all others … */
const GIVES_WAY = 5;
/** … and it rests when it has less than this share of a processor between two looks. */
const AT_REST = 0.05;
/** With so many seconds without a rest it is busy: pages are asked what they have had. */
const BUSY = 0.5;

export interface Renderer {
  readonly id: number;
  /** Seconds of CPU time so far. */
  readonly cpuTime: number;
}

interface Busy {
  cpuTime: number;
  /** CPU time that it had when it last rested. */
  restedAt: number;
}

/**
 * Lowers the priority of renderers whose pages keep a processor busy, so that other sites' pages are read as if they were
 * alone. On an idle machine this costs such a page nothing. Linux counts priority by thread.
 */
export class BusyRenderers {
  readonly #known = new Map<number, Busy>();
  #lookedAt = Number.NaN;

  /** Returns whether any is busy. */
  look(renderers: readonly Renderer[], now = performance.now()): boolean {
    const seconds = (now - this.#lookedAt) / 1000;
    this.#lookedAt = now;
    let isAnyBusy = false;
    for (const { id, cpuTime } of renderers) {
      const before = this.#known.get(id) ?? { cpuTime, restedAt: cpuTime };
      const isResting = cpuTime - before.cpuTime < AT_REST * seconds;
      this.#known.set(id, { cpuTime, restedAt: isResting ? cpuTime : before.restedAt });
      isAnyBusy ||= !isResting && cpuTime - before.restedAt > BUSY;
      if (!isResting && cpuTime - before.restedAt > GIVES_WAY) lowerPriority(id);
    }
    const ids = new Set(renderers.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    return isAnyBusy;
  }
}

/** Lowers the priority of the renderer that has had so many seconds of CPU time, or nearly so many: no other tells it apart. */
export function giveWay(renderers: readonly Renderer[], cpuTime: number): void {
  const distance = (renderer: Renderer) => Math.abs(renderer.cpuTime - cpuTime);
  const [nearest] = [...renderers].sort((a, b) => distance(a) - distance(b));
  if (nearest) lowerPriority(nearest.id);
}

function lowerPriority(pid: number): void {
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  } catch {
    // It is gone, or it has ended a thread meanwhile.
  }
}
