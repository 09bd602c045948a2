import { adaptiveInterval } from './adaptive-interval.ts';
import { fresh } from './fresh.ts';
import { proportional } from './proportional.ts';
import type { revisitRule } from './revisit-rule.ts';
import { scent } from './scent.ts';
import { scentSmoothed } from './scent-smoothed.ts';
import { uniform } from './uniform.ts';

export const revisitRules: readonly ReturnType<typeof revisitRule>[] = [
  uniform,
  proportional,
  adaptiveInterval,
  scent,
  scentSmoothed,
  fresh,
];
