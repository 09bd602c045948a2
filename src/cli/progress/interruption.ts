import { once } from 'node:events';
import { ExitCode } from '../../domain/errors.ts';

/**
 * Listens for SIGINT (Ctrl-C) and SIGTERM until `off`. The first one aborts `signal`, so that the command can end in
 * good order; the second one ends the process at once.
 */
export function handleInterrupts() {
  const interruption = new AbortController();
  const { signal } = interruption;
  const onSignal = () => {
    if (signal.aborted) process.exit(ExitCode.interrupted);
    interruption.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return { signal, off: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal) };
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function untilInterrupted(): Promise<undefined> {
  await once(handleInterrupts().signal, 'abort');
}
