import { Worker } from 'node:worker_threads';

/** The event loop that stands still for so long is never going on, in milliseconds: no single step of a crawl takes seconds. */
export const PATIENCE = 180_000;
/** Looks at the loop within that time: one alone tells nothing, as a machine that slept wakes into one. */
const LOOKS = 10;

interface Watchdog {
  stop(): void;
}

/**
 * Ends the process, with exit code 1 and a line that says where it stood, when its event loop has stood still for
 * `patience` milliseconds: signals and time limits would not be heard any more. What is stored stays good.
 */
export function startWatchdog(patience = PATIENCE): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const lookEvery = patience / LOOKS;
  const heart = setInterval(() => Atomics.add(beats, 0, 1), lookEvery / 2).unref();
  // Node's own options hold for the program: `--input-type=module` would make a module of this text, too.
  const thread = new Worker(WATCH, { eval: true, execArgv: [], workerData: { beats, lookEvery, looks: LOOKS } });
  thread.unref();
  return {
    stop() {
      clearInterval(heart);
      void thread.terminate();
    },
  };
}

/** Runs in a thread: the main one may not be able to do anything any more, but what interrupts its script. */
const WATCH = `
  const { Session } = require('node:inspector');
  const { writeSync } = require('node:fs');
  const { workerData: { beats, lookEvery, looks } } = require('node:worker_threads');
  let heard = Atomics.load(beats, 0);
  let missed = 0;
  const watch = setInterval(() => {
    const beat = Atomics.load(beats, 0);
    missed = beat === heard ? missed + 1 : 0;
    heard = beat;
    if (missed < looks) return;
    clearInterval(watch);
    const end = (where) => {
      const seconds = Math.round(looks * lookEvery / 1000);
      const line = 'forager: nothing moved for ' + seconds + ' s' + where + ': a fault of Forager, please report it. ';
      writeSync(2, line + 'What is stored is good: the same command goes on\\n');
      main.post('Runtime.evaluate', { expression: 'process.exit(1)' });
      // Where not even that is heard.
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5000);
    };
    const main = new Session();
    main.connectToMainThread();
    const mute = setTimeout(end, 5000, '');
    main.post('Runtime.evaluate', { expression: 'new Error().stack', returnByValue: true }, (error, answer) => {
      clearTimeout(mute);
      const frames = String(answer?.result.value).split('\\n').slice(2, 5).map((frame) => frame.trim());
      end(frames.length > 0 ? ' (' + frames.join(', ') + ')' : '');
    });
  }, lookEvery);
`;
