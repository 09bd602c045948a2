import { useEffect, useState } from 'preact/hooks';
import { ask, messageOf } from './ask.ts';

interface Answer<T> {
  /** The last answer: it stays while the next is on its way. */
  readonly value: T | undefined;
  readonly error: string;
  readonly isLoading: boolean;
}

/** Asks for a path, and again whenever `path` or `again` is another; undefined asks nothing. */
export function useAnswer<T>(path: string | undefined, again?: unknown): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T> & { readonly path: string | undefined }>({
    ...{ path, value: undefined, error: '', isLoading: path !== undefined },
  });
  useEffect(() => {
    if (path === undefined) return undefined;
    const control = new AbortController();
    setAnswer((last) => ({ ...last, isLoading: true }));
    ask<T>(path, {}, control.signal).then(
      (value) => setAnswer({ path, value, error: '', isLoading: false }),
      (error: unknown) => {
        if (!control.signal.aborted)
          setAnswer((last) => ({ ...last, path, error: messageOf(error), isLoading: false }));
      },
    );
    return () => control.abort();
  }, [path, again]);
  return answer;
}
