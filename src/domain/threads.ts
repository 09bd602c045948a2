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
 * Flag against a crash when a loading thread is stopped ("v8::Module::IsGraphAsync must be used on an instantiated
 * module"). Node's `require` causes the crash, `import` doesn't. Versions without the flag don't require modules.
 */
const NO_REQUIRED_MODULES = '--no-experimental-require-module';

/**
 * Opens a pool of threads that run the default export of a file. Threads may be stopped at any time.
 *
 * @param from `import.meta.url` of a source …
 * @param name … and the name, without ending, of the thread's file in the same folder
 */
export function openPool<Task, Result>(from: string, name: string, options: PoolOptions): Piscina<Task, Result> {
  // Threads run built files, even in tests, which run the sources.
  const built = from.replace(/\/src\/(.*)\.ts$/, '/dist/src/$1.js');
  const filename = new URL(`./${name}${extname(built)}`, built).href;
  const execArgv = process.allowedNodeEnvironmentFlags.has(NO_REQUIRED_MODULES) ? [NO_REQUIRED_MODULES] : [];
  return new Piscina<Task, Result>({ filename, execArgv, ...options });
}
