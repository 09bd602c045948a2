/** Phases of a visit: asking robots.txt, capturing the page, and processing and storing the result. */
type VisitPhase = 'robots' | 'capture' | 'store';

type Listener = (phase: VisitPhase, milliseconds: number) => void;

const listeners = new Set<Listener>();

/** Reports the durations of phases of all visits in this process, until the returned function is called. */
export function watchPhases(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Runs a phase of a visit and reports its duration, even after an error. */
export async function inPhase<T>(phase: VisitPhase, now: () => number, work: () => Promise<T>): Promise<T> {
  if (listeners.size === 0) return await work();
  const begun = now();
  try {
    return await work();
  } finally {
    for (const listener of listeners) listener(phase, now() - begun);
  }
}
