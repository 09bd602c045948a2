import { type SyntheticSpec, syntheticSpec } from '../../../src/lab/recrawl/synthetic-web.ts';

/** A small synthetic web: 400 pages over 80 steps, with differences from the defaults. */
export const spec = (more: Partial<Record<keyof SyntheticSpec, unknown>> = {}): SyntheticSpec =>
  syntheticSpec.parse({ pages: 400, steps: 80, ...more });
