let stored:
  | { readonly local: [string, string][]; readonly session: [string, string][]; readonly name: string }
  | undefined;

/** Stores a copy of the page's storage. */
export function keepStored(): boolean {
  const all = (store: () => Storage): [string, string][] => {
    try {
      return Object.entries(store());
    } catch {
      return [];
    }
  };
  stored = { local: all(() => localStorage), session: all(() => sessionStorage), name: window.name };
  return true;
}

/** Restores the copy of the page's storage. Returns false if there is no copy. */
export function restoreStored(): boolean {
  if (!stored) return false;
  const put = (store: () => Storage, before: [string, string][]) => {
    try {
      const storage = store();
      if (JSON.stringify(Object.entries(storage)) === JSON.stringify(before)) return;
      storage.clear();
      for (const [key, value] of before) storage.setItem(key, value);
    } catch {
      // A document without access to storage has no content to restore.
    }
  };
  const { local, session, name } = stored;
  put(() => localStorage, local);
  put(() => sessionStorage, session);
  window.name = name;
  return true;
}

let state: unknown;

/** Stores the history state of the page. */
export function keepHistoryState(): boolean {
  state = history.state;
  return true;
}

/**
 * Restores the page's address and notifies scripts. Avoids `history.back()`, since scripts may have added no history
 * entry, or several.
 */
export function goBack(home: string): boolean {
  const left = document.URL;
  history.replaceState(state, '', home);
  dispatchEvent(new PopStateEvent('popstate', { state }));
  if (new URL(left).hash !== new URL(home).hash)
    dispatchEvent(new HashChangeEvent('hashchange', { oldURL: left, newURL: home }));
  return true;
}
