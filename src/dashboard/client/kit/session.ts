import { AskFailed, ask, messageOf, send } from './ask.ts';
import { Store } from './store.ts';

/** `opening`: the token is being exchanged; `locked`: this browser has none that holds. */
export const session = new Store<{ readonly state: 'opening' | 'open' | 'locked'; readonly why: string }>({
  ...{ state: 'opening', why: '' },
});

/** Exchanges the token of the address for a cookie, and takes it out of the address; without one the cookie of before may do. */
export async function openSession(): Promise<void> {
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', '#/');
  await exchange(token);
}

export async function exchange(token: string | undefined): Promise<void> {
  try {
    await (token === undefined ? ask('/api/session') : send('/api/session', { token }));
    session.set({ state: 'open', why: '' });
  } catch (error) {
    const isLocked = error instanceof AskFailed && error.status !== 0;
    session.set({ state: isLocked ? 'locked' : 'opening', why: messageOf(error) });
  }
}
