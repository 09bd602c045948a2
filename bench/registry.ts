import { adaptive } from './adaptive.ts';
import { beebot } from './beebot.ts';
import type { Benchmark } from './benchmark.ts';
import { capture } from './capture.ts';
import { chaos } from './chaos.ts';
import { cluster } from './cluster.ts';
import { dashboard } from './dashboard.ts';
import { deadLinks } from './dead-links.ts';
import { follow } from './follow.ts';
import { frontier } from './frontier.ts';
import { hits } from './hits.ts';
import { inFlight } from './in-flight.ts';
import { lab } from './lab.ts';
import { learning } from './learning.ts';
import { live } from './live.ts';
import { markup } from './markup.ts';
import { memory } from './memory.ts';
import { ordering } from './ordering.ts';
import { politeness } from './politeness.ts';
import { portals } from './portals/portals.ts';
import { recrawl } from './recrawl.ts';
import { recrawlCost } from './recrawl-cost.ts';
import { repeats } from './repeats.ts';
import { robots } from './robots.ts';
import { throughput } from './throughput.ts';
import { topic } from './topic.ts';
import { traps } from './traps.ts';
import { workers } from './workers.ts';
import { workersYield } from './workers-yield.ts';

export const benchmarks: readonly Benchmark[] = [
  throughput,
  frontier,
  memory,
  lab,
  learning,
  traps,
  politeness,
  robots,
  capture,
  portals,
  repeats,
  adaptive,
  markup,
  beebot,
  recrawl,
  ordering,
  inFlight,
  live,
  recrawlCost,
  hits,
  topic,
  follow,
  dashboard,
  deadLinks,
  cluster,
  chaos,
  workers,
  workersYield,
];
