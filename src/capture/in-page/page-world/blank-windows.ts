/**
 * Replaces blank windows by substitutes, since Chromium opens no windows for pages (`--block-new-web-contents`). A
 * substitute opens a window for each later address and each written link, so that these are observed.
 */
export function standInForBlank(): void {
  const { apply } = Reflect;
  const { open } = window;
  /** Substitutes by window name: a script gets the same window again. */
  const named = new Map<string, object>();
  const most = 20;
  /** Most links of a substitute that are opened. */
  const mostWritten = 100;
  const shown = window.document;
  const isBlank = (url: unknown) =>
    url === undefined || (typeof url === 'string' && /^\s*(?:about:blank(?:[?#].*)?)?\s*$/i.test(url));
  /** Functions of a window that have no effect without a visible window. */
  const mute = /^(?:focus|blur|stop|print|alert|confirm|prompt|postMessage|move|resize|scroll|addEvent|removeEvent)/;
  const nothing = () => undefined;
  const standIn = (name: string): object => {
    const go = (url: unknown) => void apply(open, window, [String(url)]);
    const blank = new URL('about:blank');
    const places: Record<string | symbol, unknown> = { assign: go, replace: go, reload: nothing };
    const location = new Proxy(blank, {
      get: (_, key) => places[key] ?? (key === 'toString' ? () => blank.href : Reflect.get(blank, key)),
      set: (_, key, value) => {
        if (key === 'href') go(value);
        return true;
      },
    });
    // Content of this document runs no scripts and sends no requests.
    const inert = shown.implementation.createHTMLDocument('');
    const reported = new Set<string>();
    /** Resolves addresses like the opener page. */
    const probe = shown.createElement('a');
    const tell = () => {
      for (const element of inert.querySelectorAll('a[href], area[href], frame[src], iframe[src]')) {
        probe.setAttribute('href', element.getAttribute('href') ?? element.getAttribute('src') ?? '');
        const { href } = probe;
        if (!/^https?:/.test(href) || reported.has(href) || reported.size >= mostWritten) continue;
        reported.add(href);
        go(href);
      }
    };
    new MutationObserver(tell).observe(inert, { childList: true, subtree: true, attributeFilter: ['href', 'src'] });
    const document = new Proxy(inert, {
      get: (_, key) => {
        if (key === 'location') return location;
        const value = Reflect.get(inert, key);
        return typeof value === 'function' ? value.bind(inert) : value;
      },
      set: (_, key, value) => (key === 'location' ? go(value) : Reflect.set(inert, key, value)) !== false,
    });
    const own: Record<string | symbol, unknown> = {
      name,
      location,
      document,
      opener: window,
      closed: false,
      length: 0,
    };
    own.close = () => {
      own.closed = true;
    };
    const itself = ['window', 'self', 'top', 'parent', 'frames'];
    const stand: object = new Proxy(own, {
      get: (_, key) => {
        if (Object.hasOwn(own, key)) return own[key];
        if (typeof key === 'string' && itself.includes(key)) return stand;
        if (typeof key === 'string' && mute.test(key)) return nothing;
        const value = Reflect.get(window, key);
        return typeof value === 'function' && !value.prototype ? value.bind(window) : value;
      },
      has: (_, key) => key in window,
      set: (_, key, value) => {
        if (key === 'location') go(value);
        else own[key] = value;
        return true;
      },
    });
    return stand;
  };
  window.open = new Proxy(open, {
    apply: (_, self, given: unknown[]) => {
      const opened: unknown = apply(open, self, given);
      const [url, target, features] = given;
      const isCut = typeof features === 'string' && /noopener|noreferrer/i.test(features);
      if (opened !== null || isCut || !isBlank(url)) return opened;
      const name = typeof target === 'string' && target !== '_blank' ? target : '';
      const known = named.get(name) ?? standIn(name);
      if (name !== '' && named.size < most) named.set(name, known);
      return known;
    },
  });
}
