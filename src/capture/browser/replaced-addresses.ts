import type { CDPSession } from 'playwright';
import { z } from 'zod';
import type { FoundLink } from '../../domain/link.ts';

/**
 * Runs in every document before its scripts: keeps in mind by which addresses they replace the page's own where only the
 * query or the fragment differs, so as to remember a state there. The browser does not tell that from a new entry of its
 * history.
 */
function noteReplaced(): void {
  const mostNoted = 2000;
  const noted = new Set<string>();
  // The path, and that of a route in the fragment.
  const placeOf = ({ origin, pathname, hash }: URL) => `${origin}${pathname}${/^#[/!][^?]*/.exec(hash)?.[0] ?? ''}`;
  const native = History.prototype.replaceState;
  History.prototype.replaceState = new Proxy(native, {
    apply: (_, self, given: unknown[]) => {
      const [state, title, address] = given;
      // An object may tell its address by a script of its own, and only once.
      const named = address === undefined || address === null ? address : String(address);
      try {
        const to = new URL(named ?? '', document.baseURI);
        const isOther = to.href !== document.URL && placeOf(to) === placeOf(new URL(document.URL));
        if (isOther && noted.size < mostNoted) noted.add(to.href);
      } catch {
        // It is no address.
      }
      return Reflect.apply(native, self, given.length < 3 ? given : [state, title, named]);
    },
  });
  Reflect.set(globalThis, Symbol.for('replaced'), () => [...noted]);
}

/** To be run in the page's own world. */
export const NOTE_REPLACED = `(${noteReplaced.toString()})()`;

const REPLACED = "(globalThis[Symbol.for('replaced')]?.() ?? [])";
const told = z.object({ result: z.object({ value: z.array(z.string()).catch([]) }) });

/** The links of a page without those that are its own address with a state that its scripts keep there. */
export async function withoutStates(cdp: CDPSession, links: readonly FoundLink[]): Promise<readonly FoundLink[]> {
  const maySet = ({ technique, url = '' }: FoundLink) => technique === 'navigation' && /[?#]/.test(url);
  if (!links.some(maySet)) return links;
  const answer = await cdp.send('Runtime.evaluate', { expression: REPLACED, returnByValue: true });
  const replaced = new Set(told.parse(answer).result.value);
  return links.filter((link) => !maySet(link) || !replaced.has(link.url ?? ''));
}
