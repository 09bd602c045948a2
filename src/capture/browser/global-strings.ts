import { z } from 'zod';
import { plainText } from '../walk/plain-text.ts';
import type { Tab } from './tab.ts';

const evaluation = z.object({ result: z.object({ value: z.array(plainText).catch([]) }) });

/** Milliseconds that reading them may take. */
const TIMEOUT = 500;

/**
 * Strings that may be addresses, in global variables of the scripts of the page's own document: those that `var` and
 * assignments make, and what these hold, no getters asked. They are read in the page's own world; the browser ends that
 * where it would change anything.
 */
export async function globalStrings(tab: Tab): Promise<readonly string[]> {
  const expression = `(${stringsOfGlobals})()`;
  const options = { expression, returnByValue: true, throwOnSideEffect: true, timeout: TIMEOUT };
  const answer = await tab.ask(tab.cdp.send('Runtime.evaluate', options));
  return evaluation.safeParse(answer).data?.result.value ?? [];
}

/** Runs in the page. */
function stringsOfGlobals(): string[] {
  /** Values that are looked at, strings that are kept, and the longest of these, in characters. */
  let left = 20_000;
  const most = 2000;
  const longest = 2000;
  const texts = new Set<string>();
  const seen = new Set<object>();
  const waiting: object[] = [window];
  const look = (value: unknown) => {
    if (typeof value === 'string') {
      if (value.length <= longest && (value.includes('/') || value.includes('.')) && texts.size < most)
        texts.add(value);
    } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
      seen.add(value);
      waiting.push(value);
    }
  };
  const { values: mapped } = Map.prototype;
  const { values: gathered } = Set.prototype;
  seen.add(window);
  for (let at = 0; at < waiting.length && left > 0; at++) {
    const one = waiting[at];
    if (one === undefined || one instanceof Node || ArrayBuffer.isView(one)) continue;
    const held = one instanceof Map ? mapped.call(one) : one instanceof Set ? gathered.call(one) : [];
    for (const value of held) {
      if (left-- <= 0) break;
      look(value);
    }
    for (const name of Object.keys(one)) {
      if (left-- <= 0) break;
      const property = Object.getOwnPropertyDescriptor(one, name);
      if (property && 'value' in property) look(property.value);
    }
  }
  return [...texts];
}
