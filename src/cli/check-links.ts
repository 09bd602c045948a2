import type { CheckOptions } from '../dead-links/check-links.ts';
import { handleInterrupts } from './progress/interruption.ts';

type Checks = Omit<CheckOptions, 'signal' | 'now' | 'note'> & { readonly db: string };

/**
 * Checks the links of a database for a command, until SIGINT or SIGTERM, and reports the results in one line.
 * @throws BadInput, CommandFailed
 */
export async function runChecks(checks: Checks, say: (line: string) => void) {
  const { editStore } = await import('../storage/open.ts');
  const { checkLinks } = await import('../dead-links/check-links.ts');
  const { signal, off } = handleInterrupts();
  try {
    const done = await editStore(checks.db, (store) =>
      checkLinks(store, { ...checks, signal, now: Date.now, note: say }),
    );
    const [checked, requests, dead, repaired] = [done.checked, done.requests, done.newlyDead, done.repaired].map(
      (one) => one.toLocaleString('en'),
    );
    say(`${checked} links checked with ${requests} requests: ${dead} newly dead, ${repaired} repaired`);
    return { ...done, isInterrupted: signal.aborted };
  } finally {
    off();
  }
}
