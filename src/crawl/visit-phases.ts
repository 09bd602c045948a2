/** What the time of a visit goes to: asking robots.txt, reading the page, and working out and storing what it has. */
type VisitPhase = 'robots' | 'capture' | 'store';

type Listener = (phase: VisitPhase, milliseconds: number) => void;

const listeners = new Set<Listener>();

/** Tells from now on what the phases of all visits of this process took. @returns ends it */
export function watchPhases(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Does a phase of a visit, and tells those who watch what it took, also where it fails. */
export async function inPhase<T>(phase: VisitPhase, now: () => number, work: () => Promise<T>): Promise<T> {
  if (listeners.size === 0) return await work();
  const begun = now();
  try {
    return await work();
  } finally {
    for (const listener of listeners) listener(phase, now() - begun);
  }
}
