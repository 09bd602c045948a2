import type { Browser } from 'playwright';
import { z } from 'zod';
import { sendDirectly } from './direct-session.ts';

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

/** Asks how much CPU time each of a browser's renderers has had so far, in milliseconds by process; undefined if it does not tell. */
export type RendererTime = () => Promise<ReadonlyMap<number, number> | undefined>;

export async function rendererTime(browser: Browser): Promise<RendererTime> {
  const root = sendDirectly(await browser.newBrowserCDPSession());
  return async () => {
    const answer = await root.send('SystemInfo.getProcessInfo').catch(() => undefined);
    const known = processes.safeParse(answer).data?.processInfo;
    const renderers = known?.filter(({ type }) => type === 'renderer');
    return renderers && new Map(renderers.map(({ id, cpuTime }) => [id, 1000 * cpuTime]));
  };
}
