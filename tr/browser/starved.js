import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
/** A browser too busy to tell of its processes is not waited for longer, in milliseconds: those of the last time count. */
const LATE = 500;
export function starvedOf(times) {
    let processes = [];
    return async () => {
        const known = await Promise.race([times(), sleep(LATE, undefined, { ref: false })]);
        if (known)
            processes = [...known.keys()];
        const waits = await Promise.all([process.pid, ...processes].map(async (id) => [id, await waitOf(id)]));
        return new Map(waits.flatMap(([id, wait]) => (wait === undefined ? [] : [[id, wait]])));
    };
}
/** Of time on the processor, waiting time and turns the second, in nanoseconds. */
async function waitOf(process) {
    const text = await readFile(`/proc/${process}/schedstat`, 'utf8').catch(() => '');
    const wait = Number(text.split(' ')[1] ?? Number.NaN);
    return Number.isFinite(wait) ? wait / 1e6 : undefined;
}
//# sourceMappingURL=starved.js.map