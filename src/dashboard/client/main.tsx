import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Form } from './kit/form.tsx';
import { exchange, listen, live, openSession, session } from './kit/live.ts';
import { Notices } from './kit/notices.tsx';
import { messageOf } from './kit/request.ts';
import { hrefOf, type PageProps, route } from './kit/router.ts';
import { type ClientPage, clientPages, entries, overview, research } from './registry.ts';

/** Dashboard, or a prompt for a token. */
function App() {
  const { state, why } = session.value;
  useEffect(() => void openSession(), []);
  useEffect(() => {
    if (state === 'open') listen();
  }, [state === 'open']);
  if (state === 'locked') return <Locked why={why} />;
  return <Shell />;
}

function Shell() {
  const page = clientPages.find(({ key }) => key === route.value.page) ?? overview;
  const entry = entries.includes(page) ? page : research;
  const isBelow = page !== entry;
  const current = isBelow ? 'true' : 'page';
  useEffect(() => {
    document.title = `${page.title} · Forager`;
  }, [page]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the page
      </button>
      <header class="bar">
        <strong class="brand">Forager</strong>
        <nav aria-label="Pages">
          {entries.map(({ key, title }) => (
            <a key={key} class="place" href={hrefOf(key)} aria-current={key === entry.key ? current : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Connection />
      </header>
      <main id="main" tabIndex={-1}>
        {isBelow && (
          <a class="up" href={hrefOf(entry.key)}>
            ‹ {entry.title}
          </a>
        )}
        <Loaded key={page.key} page={page} route={route.value} />
      </main>
      <Notices />
    </>
  );
}

function Connection() {
  const isConnected = live.isConnected.value;
  const isKnown = live.crawl.value !== undefined;
  const text = isConnected ? 'live' : isKnown ? 'no answer from the server; trying again' : 'connecting';
  return (
    <span class={`connection ${isConnected ? 'on' : 'off'}`} role="status">
      {text}
    </span>
  );
}

function Loaded({ page, route }: PageProps & { readonly page: ClientPage }) {
  const [loaded, setLoaded] = useState<{ readonly Page?: ComponentType<PageProps>; readonly error?: string }>({});
  const isConnected = live.isConnected.value;
  // Loads the page, and retries after a lost connection.
  useEffect(() => {
    if (loaded.Page) return;
    page.load().then(
      (Page) => setLoaded({ Page }),
      (error: unknown) => setLoaded({ error: messageOf(error) }),
    );
  }, [page, isConnected]);
  const { Page, error } = loaded;
  if (error !== undefined) return <p class="trouble">This page can't be loaded: {error}</p>;
  return Page ? <Page route={route} /> : <p class="dim">Loading…</p>;
}

function Locked({ why }: { readonly why: string }) {
  const [token, setToken] = useState('');
  return (
    <main id="main" class="locked">
      <h1>Forager</h1>
      <p>{why}</p>
      <Form class="" onSend={() => exchange(token.trim().replace(/^.*#token=/, ''))}>
        <label>
          Address or token that <code>forager serve</code> printed
          <input
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Open</button>
      </Form>
    </main>
  );
}

const root = document.getElementById('app');
if (root) render(<App />, root);
