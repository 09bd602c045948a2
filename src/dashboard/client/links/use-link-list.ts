import { useEffect, useState } from 'preact/hooks';
import { type LinkKind, textConditions } from '../../../domain/link.ts';
import type { LinkList, LinkRow } from '../../wire/links.ts';
import { ask, messageOf } from '../kit/ask.ts';
import type { LoadRows } from '../kit/row-cache.ts';

interface ShownList {
  /** Undefined until all are counted: the first rows are there before. */
  readonly total: number | undefined;
  readonly shown: number;
  readonly version: string;
  readonly load: LoadRows<LinkRow>;
  readonly error: string;
}

interface State {
  readonly key: string;
  readonly list?: LinkList;
  readonly first?: readonly LinkRow[];
  readonly error?: string;
}

/** A list of links as it is when it is asked for, and again when `again` is another. */
export function useLinkList(kind: LinkKind, query: Readonly<Record<string, string>>, again: number): ShownList {
  const key = JSON.stringify([kind, query, again]);
  const [state, setState] = useState<State>({ key });
  useEffect(() => {
    const control = new AbortController();
    const failed = (error: unknown) => {
      if (!control.signal.aborted) setState((last) => ({ ...last, key, error: messageOf(error) }));
    };
    // What is shown stays until the next is there. By texts, the whole list is there as soon as its first rows would be.
    if (!textConditions.some((name) => name in query))
      ask<LinkRow[]>(`/api/links/${kind}/first`, query, control.signal).then(
        (first) => setState((last) => (last.key === key && last.list ? last : { key, first })),
        failed,
      );
    ask<LinkList>(`/api/links/${kind}/list`, query, control.signal).then(
      (list) => setState((last) => ({ key, list, ...(last.key === key && last.first && { first: last.first }) })),
      failed,
    );
    return () => control.abort();
  }, [key]);
  const { list, first = [], error = '' } = state;
  return {
    total: list?.count,
    shown: list?.count ?? first.length,
    version: list?.list ?? `first ${state.key}`,
    error,
    load: async (from, limit, _, signal) => {
      const isKnown = from + limit <= first.length || (list?.count ?? first.length) <= first.length;
      if (isKnown || !list) return first.slice(from, from + limit);
      return await ask<LinkRow[]>(`/api/lists/${list.list}`, { from, limit }, signal);
    },
  };
}
