import type { z } from 'zod';

/** One measured figure. */
export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Upper or lower bound for the value; null without a goal. */
  readonly goal: number | null;
  readonly bound: 'at most' | 'at least' | null;
  /** True if the goal is met, or if there is none. */
  readonly ok: boolean;
}

/** One benchmark: its options, and its measurement, usually of ratios between contenders run side by side. */
export interface Benchmark<S extends z.ZodObject<Record<string, z.ZodType>> = z.ZodObject<Record<string, z.ZodType>>> {
  readonly name: string;
  readonly summary: string;
  /** Described with `flag` of src/cli/options/flags.ts. */
  readonly options: S;
  /** `say` reports progress on stderr. */
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
  bound: null,
  ok: true,
});

/** A figure with an upper bound. */
export const atMost = (goal: number, name: string, value: number, unit: string): Metric => ({
  name,
  value,
  unit,
  goal,
  bound: 'at most',
  ok: value <= goal,
});

/** A figure with a lower bound. */
export const atLeast = (goal: number, name: string, value: number, unit: string): Metric => ({
  name,
  value,
  unit,
  goal,
  bound: 'at least',
  ok: value >= goal,
});
