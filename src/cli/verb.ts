import type { z } from 'zod';
import type { Memory } from './options/saved-options.ts';

/** Command of `forager`: options and work. */
export interface Verb<S extends z.ZodObject<Record<string, z.ZodType>> = z.ZodObject<Record<string, z.ZodType>>> {
  /** Name such as `crawl`, or `sites add`: the command `add` of the group `sites`. */
  readonly name: string;
  readonly summary: string;
  readonly options: S;
  /** Working command lines, shown below --help. */
  readonly examples: readonly string[];
  /** Returns the text below the options in --help. */
  readonly details?: () => string;
  /** True if the command uses options of the last run on its database again; see saved-options.ts. */
  readonly remembers?: boolean;
  /** Options that `--no-` resets in a command that remembers no options. */
  readonly takesBack?: readonly string[];
  run(options: z.infer<S>, memory: Memory): Promise<number>;
}

/** Binds the type of `run` to the type of `options`. */
export const verb = <S extends z.ZodObject<Record<string, z.ZodType>>>(definition: Verb<S>): Verb => ({
  ...definition,
  // The caller has parsed the options by this schema.
  run: (options, memory) => definition.run(options as z.infer<S>, memory),
});

/** Returns the command line as typed, for a report. */
export const commandLine = (): string =>
  ['forager', ...process.argv.slice(2)].map((word) => (/^[\w./:,=+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
