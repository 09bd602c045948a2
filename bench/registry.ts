import type { Benchmark } from './benchmark.ts';
import { frontier } from './frontier.ts';
import { memory } from './memory.ts';
import { throughput } from './throughput.ts';

export const benchmarks: readonly Benchmark[] = [throughput, frontier, memory];
