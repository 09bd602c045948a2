import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
/** Bytes or characters, and parts of markup, that are read at once, in some ten milliseconds: a thread would cost more. */
const SMALL = 131_072;
const FEW_PARTS = 10_000;
/** What is no larger takes no time to speak of. */
const TINY = 2048;
/** Milliseconds of the process's time that one reading may take … */
const PATIENCE = 8000;
/** … and by how many bytes the process may grow meanwhile. */
const MOST_MEMORY = 320 * 2 ** 20;
/** Milliseconds from one look at them to the next. */
const LOOK_EVERY = 50;
/** Milliseconds after which an idle thread ends. */
const IDLE = 10_000;
/** Megabytes of a thread's own memory, which it is not to come near: at its end a large step takes the process with it. */
const HEAP = 2048;
/** At most so many read at a time: the others wait, and their time has not begun. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Loaded once something is read: options name techniques, which read by this. */
let parts;
let pool;
let reading = 0;
const waiting = [];
/**
 * Reads what came from a server: at once what is small, what is large in a thread that is ended if it takes too long or too
 * much memory. Undefined: it was ended.
 */
export async function inThread(name, input) {
    parts ??= import('./readers.js');
    const { readers, TooManyParts } = await parts;
    const { size, read } = readers[name];
    const length = size(input);
    if (length <= SMALL) {
        // A page may have a hundred documents.
        if (length > TINY)
            await nextTurn();
        try {
            return await read(input, FEW_PARTS);
        }
        catch (error) {
            if (isOverreached(error))
                return undefined;
            if (!(error instanceof TooManyParts))
                throw error;
        }
    }
    if (reading === THREADS)
        await new Promise((turn) => waiting.push(turn));
    else
        reading++;
    try {
        return await limited(name, input);
    }
    finally {
        const next = waiting.shift();
        if (next)
            next();
        else
            reading--;
    }
}
async function limited(name, input) {
    pool ??= openPool();
    const threads = await pool;
    const ending = new AbortController();
    const begun = process.cpuUsage();
    const memory = process.memoryUsage.rss();
    const watch = setInterval(() => {
        const { user, system } = process.cpuUsage(begun);
        const isLarge = process.memoryUsage.rss() - memory > MOST_MEMORY;
        if (isLarge || (user + system) / 1000 > PATIENCE)
            ending.abort();
    }, LOOK_EVERY);
    try {
        return await threads.run({ name, input }, { signal: ending.signal });
    }
    catch (error) {
        if (ending.signal.aborted || isOverreached(error))
            return undefined;
        throw error;
    }
    finally {
        clearInterval(watch);
    }
}
/** Whether a thread met the end of its memory, or a library that reads by calls within calls that of its stack. */
const isOverreached = (error) => error instanceof RangeError || (error instanceof Error && 'code' in error && /^ERR_WORKER/.test(String(error.code)));
async function openPool() {
    const { openPool: open } = await import('../../domain/threads.js');
    const opened = open(import.meta.url, 'reader-thread', {
        minThreads: 0,
        maxThreads: THREADS,
        idleTimeout: IDLE,
        resourceLimits: { maxOldGenerationSizeMb: HEAP },
    });
    // A thread that failed has failed its task.
    opened.on('error', () => undefined);
    return opened;
}
//# sourceMappingURL=in-thread.js.map