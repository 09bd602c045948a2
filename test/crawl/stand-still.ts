import { startWatchdog } from '../../src/crawl/watchdog.ts';

// A watched process: it stalls in the way named by its argument, or works on and ends by itself.
startWatchdog(1000);
const ways: Readonly<Record<string, () => void>> = {
  loop: () => {
    for (;;);
  },
  promises: () => {
    const turn = async () => {
      for (;;) await undefined;
    };
    void turn();
  },
  pattern: () => void /^(a+)+$/.test(`${'a'.repeat(50)}b`),
  'short steps': () => {
    let left = 30;
    const step = () => {
      for (const end = performance.now() + 100; performance.now() < end; );
      if (--left > 0) setTimeout(step);
    };
    step();
  },
};
setTimeout(ways[process.argv[2] ?? ''] ?? (() => undefined), 100);
