import type { z } from 'zod';
import type { Memory } from './options/remembered.ts';

/** One command of `forager`: its options, and what it does. Returns the exit code. */
export interface Verb<S extends z.ZodObject<Record<string, z.ZodType>> = z.ZodObject<Record<string, z.ZodType>>> {
  /** `crawl`, or `sites add`: the command `add` of the group `sites`. */
  readonly name: string;
  readonly summary: string;
  readonly options: S;
  /** Shown below --help: command lines that work. */
  readonly examples: readonly string[];
  /** What stands below the options in --help. */
  readonly details?: () => string;
  /** Whether it goes on with options of the last run on its database; see remembered.ts. */
  readonly remembers?: boolean;
  /** Options that `--no-` takes back, where nothing is gone on with. */
  readonly takesBack?: readonly string[];
  run(options: z.infer<S>, memory: Memory): Promise<number>;
}

/** Binds the type of `run` to the type of `options`. */
export const verb = <S extends z.ZodObject<Record<string, z.ZodType>>>(definition: Verb<S>): Verb => ({
  ...definition,
  // The caller has parsed the options by this very schema.
  run: (options, memory) => definition.run(options as z.infer<S>, memory),
});

/** The command as it was typed, for a report. */
export const commandLine = (): string =>
  ['forager', ...process.argv.slice(2)].map((word) => (/^[\w./:,=+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
