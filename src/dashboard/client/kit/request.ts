import { useEffect, useState } from 'preact/hooks';

/** Error answer of the server, with a message for the user. */
export class AskFailed extends Error {
  /** HTTP status; 0: no answer. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Adds a query to a path: `/api/links` and `{ site: 'a', host: undefined }` give `/api/links?site=a`. */
export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** Sends GET and returns the answer. @throws AskFailed */
export const ask = <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> =>
  answerOf<T>(withQuery(path, query), { ...(signal && { signal }) });

interface Sent {
  readonly method?: 'POST' | 'PATCH';
  readonly signal?: AbortSignal;
}

/** Sends JSON and returns the answer. @throws AskFailed */
export const send = <T>(path: string, body: object = {}, { method = 'POST', signal }: Sent = {}): Promise<T> =>
  answerOf<T>(path, {
    ...(signal && { signal }),
    method,
    headers: { 'content-type': 'application/json', 'x-forager': '1' },
    body: JSON.stringify(body),
  });

async function answerOf<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new AskFailed('the server does not answer', 0);
  }
  const body: unknown = await response.json().catch(() => undefined);
  // Safe cast: the server is of the same build, so its answers have the declared types.
  if (response.ok) return body as T;
  throw new AskFailed(errorIn(body) ?? `HTTP ${response.status}`, response.status);
}

const errorIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Answer<T> {
  /** Last answer, kept until the next arrives. */
  readonly value: T | undefined;
  readonly error: string;
  readonly isLoading: boolean;
}

/** Requests a path, and repeats the request when `path` or `again` changes; undefined requests nothing. */
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
