let stored:
  | { readonly local: [string, string][]; readonly session: [string, string][]; readonly name: string }
  | undefined;

/** Notes what the page has stored. */
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

/** Stores again what was noted. Returns whether all is as it was. */
export function putBackStored(): boolean {
  if (!stored) return false;
  const put = (store: () => Storage, before: [string, string][]) => {
    try {
      const storage = store();
      if (JSON.stringify(Object.entries(storage)) === JSON.stringify(before)) return;
      storage.clear();
      for (const [key, value] of before) storage.setItem(key, value);
    } catch {
      // A document that may not store has nothing to put back.
    }
  };
  const { local, session, name } = stored;
  put(() => localStorage, local);
  put(() => sessionStorage, session);
  window.name = name;
  return true;
}

let state: unknown;

/** Notes what the page's scripts keep under its address. */
export function keepHistoryState(): boolean {
  state = history.state;
  return true;
}

/**
 * Sets the page's own address again and tells its scripts so. Not by `history.back()`: scripts that replaced the address have no way back, and those that set two
 * have a longer one.
 */
export function goBack(home: string): boolean {
  const left = document.URL;
  history.replaceState(state, '', home);
  dispatchEvent(new PopStateEvent('popstate', { state }));
  if (new URL(left).hash !== new URL(home).hash)
    dispatchEvent(new HashChangeEvent('hashchange', { oldURL: left, newURL: home }));
  return true;
}
