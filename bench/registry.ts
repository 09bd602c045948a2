import { adaptive } from './adaptive.ts';
import type { Benchmark } from './benchmark.ts';
import { capture } from './capture.ts';
import { frontier } from './frontier.ts';
import { memory } from './memory.ts';
import { politeness } from './politeness.ts';
import { robots } from './robots.ts';
import { throughput } from './throughput.ts';
import { traps } from './traps.ts';

export const benchmarks: readonly Benchmark[] = [
  throughput,
  frontier,
  memory,
  traps,
  politeness,
  robots,
  capture,
  adaptive,
];
