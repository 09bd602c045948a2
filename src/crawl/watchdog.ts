import { Worker } from 'node:worker_threads';

/** Milliseconds after which a blocked event loop is considered hung. No single step of a crawl takes seconds. */
export const PATIENCE = 180_000;
/**
 * Number of looks at the loop within that time. A single look proves nothing, as a sleeping machine may wake up during
 * one.
 */
const LOOKS = 10;

interface Watchdog {
  stop(): void;
}

/**
 * Starts a watchdog that ends the process if its event loop is blocked for `patience` milliseconds, as signals and
 * time limits then have no effect. Prints the stack and exits with code 1. Stored data stays valid.
 */
export function startWatchdog(patience = PATIENCE): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const lookEvery = patience / LOOKS;
  const heart = setInterval(() => Atomics.add(beats, 0, 1), lookEvery / 2).unref();
  // Node's options apply to threads: `--input-type=module` would turn this script into a module.
  const thread = new Worker(WATCH, { eval: true, execArgv: [], workerData: { beats, lookEvery, looks: LOOKS } });
  thread.unref();
  return {
    stop() {
      clearInterval(heart);
      void thread.terminate();
    },
  };
}

/** Script of the watching thread. A hung main thread reacts only to an interrupt by the inspector. */
const WATCH = `
  const { Session } = require('node:inspector');
  const { writeSync } = require('node:fs');
  const { workerData: { beats, lookEvery, looks } } = require('node:worker_threads');
  let lastBeat = Atomics.load(beats, 0);
  let missed = 0;
  const watch = setInterval(() => {
    const beat = Atomics.load(beats, 0);
    missed = beat === lastBeat ? missed + 1 : 0;
    lastBeat = beat;
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
