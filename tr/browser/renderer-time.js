import { z } from 'zod';
import { sendDirectly } from './direct-session.js';
const processes = z.object({
    processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});
export async function browserTimes(browser) {
    const root = sendDirectly(await browser.newBrowserCDPSession());
    const timesOf = async (types) => {
        const answer = await root.send('SystemInfo.getProcessInfo').catch(() => undefined);
        const known = processes.safeParse(answer).data?.processInfo.filter(({ type }) => types.includes(type));
        return known && new Map(known.map(({ id, cpuTime }) => [id, 1000 * cpuTime]));
    };
    return {
        renderers: () => timesOf(['renderer']),
        all: () => timesOf(['browser', 'renderer', 'utility']),
    };
}
//# sourceMappingURL=renderer-time.js.map