import type { Browser } from 'playwright';
import { z } from 'zod';
import { sendDirectly } from './direct-session.ts';

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

/** Asks how much CPU time each of a browser's renderers has had so far, in milliseconds by process; undefined if it does not tell. */
export type RendererTime = () => Promise<ReadonlyMap<number, number> | undefined>;

/** The same of all of a browser's processes that bring its pages about: its own, its renderers and what loads for them. */
type BrowserTimes = { readonly renderers: RendererTime; readonly all: RendererTime };

export async function browserTimes(browser: Browser): Promise<BrowserTimes> {
  const root = sendDirectly(await browser.newBrowserCDPSession());
  const timesOf = async (types: readonly string[]) => {
    const answer = await root.send('SystemInfo.getProcessInfo').catch(() => undefined);
    const known = processes.safeParse(answer).data?.processInfo.filter(({ type }) => types.includes(type));
    return known && new Map(known.map(({ id, cpuTime }) => [id, 1000 * cpuTime]));
  };
  return {
    renderers: () => timesOf(['renderer']),
    all: () => timesOf(['browser', 'renderer', 'utility']),
  };
}
