import { extname } from 'node:path';
import { Piscina } from 'piscina';

interface PoolOptions {
  readonly minThreads: number;
  readonly maxThreads: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idleTimeout?: number;
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb?: number };
}

/**
 * Without it a thread that is ended while it loads takes the process with it: Node's `require` of a module asks for the
 * state of one that was never linked ("v8::Module::IsGraphAsync must be used on an instantiated module"). Its `import`
 * does not. Versions that don't know the option don't require modules.
 */
const NO_REQUIRED_MODULES = '--no-experimental-require-module';

/**
 * Threads that run the default export of a file, as many at a time as the options say. They may be ended at any time.
 *
 * @param from `import.meta.url` of a source …
 * @param name … and, beside it, the file that a thread runs, without its ending
 */
export function openPool<Task, Result>(from: string, name: string, options: PoolOptions): Piscina<Task, Result> {
  // Threads run what is built, also for tests, which run the sources.
  const built = from.replace(/\/src\/(.*)\.ts$/, '/dist/src/$1.js');
  const filename = new URL(`./${name}${extname(built)}`, built).href;
  const execArgv = process.allowedNodeEnvironmentFlags.has(NO_REQUIRED_MODULES) ? [NO_REQUIRED_MODULES] : [];
  return new Piscina<Task, Result>({ filename, execArgv, ...options });
}
