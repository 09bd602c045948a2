import { z } from 'zod';
import { MOST_OCTETS, parseRobots } from '../src/frontier/hosts/robots.ts';
import { atMost, benchmark } from './benchmark.ts';
import { cpuSince } from './cpu-time.ts';
import { median } from './statistics.ts';
import { randomNumbers } from './synthetic-site.ts';

const MEGABYTE = 1_000_000;
const REPEATS = 5;

/** Robots.txt files meant to be slow, and a long address matched against each. */
export const robots = benchmark({
  name: 'robots',
  summary: 'what hostile robots.txt files cost: garbage, endless lines, wildcards built to blow up',
  options: z.object({}),
  async run() {
    const url = new URL(`http://www.robots.test/${'a'.repeat(8000)}b`);
    return hostile.map(({ name, text }) => {
      const costs = Array.from({ length: REPEATS }, () => {
        const before = process.cpuUsage();
        parseRobots(text).allows(url);
        return cpuSince(before);
      });
      return atMost(50, `${name}: read, and one address asked`, median(costs), 'ms CPU');
    });
  },
});

const ours = 'User-agent: *\n';
const random = randomNumbers(1);
const garbage = Array.from({ length: 5 * MEGABYTE }, () => String.fromCharCode(Math.floor(256 * random()))).join('');
const rules = (pattern: string): string => ours + `Disallow: ${pattern}\n`.repeat(MOST_OCTETS / pattern.length);

const hostile: readonly { readonly name: string; readonly text: string }[] = [
  { name: '5 MB of garbage', text: ours + garbage },
  { name: 'a line of 5 MB', text: `${ours}Disallow: /${'a'.repeat(5 * MEGABYTE)}` },
  { name: '5 lines of 1 MB', text: ours + `Disallow: /${'a'.repeat(MEGABYTE)}\n`.repeat(5) },
  { name: 'one pattern /*a*a*a… of 500 KB', text: `${ours}Disallow: /${'*a'.repeat(MOST_OCTETS / 2)}c` },
  { name: 'patterns /*a*a*a…c of 100 characters', text: rules(`/${'*a'.repeat(49)}*c`) },
  { name: 'patterns /*c', text: rules('/*c') },
];
