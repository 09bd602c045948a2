import type { z } from 'zod';

/** One measured figure. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most that the value may be; null where there is no goal. */
  readonly goal: number | null;
  /** Whether the goal is met; true where there is none. */
  readonly ok: boolean;
}

/** One benchmark: its options, and how it measures. Ratios of contenders run side by side are what it is for. */
export interface Benchmark<S extends z.ZodObject<Record<string, z.ZodType>> = z.ZodObject<Record<string, z.ZodType>>> {
  readonly name: string;
  readonly summary: string;
  /** Described with `flag` of src/cli/options.ts. */
  readonly options: S;
  /** `say` tells what is going on, on stderr. */
  run(options: z.infer<S>, say: (line: string) => void): Promise<readonly Metric[]>;
}

/** Binds the type of `run` to the type of `options`. */
export const benchmark = <S extends z.ZodObject<Record<string, z.ZodType>>>(definition: Benchmark<S>): Benchmark => ({
  ...definition,
  run: (options, say) => definition.run(definition.options.parse(options), say),
});

/** A figure without a goal. */
export const figure = (name: string, value: number, unit: string): Metric => ({
  name,
  value,
  unit,
  goal: null,
  ok: true,
});

/** A figure that is to be at most `goal`. */
export const atMost = (goal: number, name: string, value: number, unit: string): Metric => ({
  name,
  value,
  unit,
  goal,
  ok: value <= goal,
});
