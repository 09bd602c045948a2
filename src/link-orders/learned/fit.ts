import { extname } from 'node:path';
import type { Piscina } from 'piscina';
import { type Examples, fitTrees, type Trees } from './boosted-trees.ts';
import type { Fit } from './link-model.ts';

const SIZE = { trees: 40, depth: 4, rate: 0.15, leastRows: 3, shrinkage: 1 } as const;

/** Milliseconds after which an idle thread ends. */
const IDLE = 10_000;

let pool: Promise<Piscina> | undefined;

export const fit = (examples: Examples): Trees => fitTrees(examples, SIZE);

/** Fits trees when they are asked for first. */
export function fitHere(examples: Examples): Fit {
  let fitted: Trees | undefined;
  return {
    begin: () => undefined,
    arrives: undefined,
    trees() {
      fitted ??= fit(examples);
      return fitted;
    },
  };
}

/** Fits trees in another thread, once that is begun; where they are asked for before they have come, here: they are the same. */
export function fitInThread(examples: Examples): Fit {
  let arrives: Promise<unknown> | undefined;
  let fitted: Trees | undefined;
  const run = async () => {
    pool ??= openPool();
    try {
      fitted = await (await pool).run(examples);
    } catch {
      // A thread that can't be had is no harm: the trees are fitted here.
    }
  };
  return {
    begin() {
      arrives ??= run();
    },
    get arrives() {
      return arrives;
    },
    trees() {
      fitted ??= fit(examples);
      return fitted;
    },
  };
}

async function openPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  // Threads read what is built, also for tests, which run the sources.
  const here = import.meta.url.replace(/\/src\/(.*)\.ts$/, '/dist/src/$1.js');
  const filename = new URL(`./fit-thread${extname(here)}`, here).href;
  const opened = new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE });
  opened.on('error', () => undefined);
  return opened;
}
