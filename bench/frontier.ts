import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BadInput } from '../src/domain/errors.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, type Metric } from './benchmark.ts';
import { frontierOfManyLinks } from './frontier-of-many-links.ts';
import { frontierOfManySites } from './frontier-of-many-sites.ts';
import { moveOfGroup } from './move-of-group.ts';

/** Disk space of a stored link during the benchmark, with its text, its pages' edges, and twice. */
const BYTES_A_LINK = 1500;
const MANY_SITES = 100_000;

/**
 * Cost of a page to the frontier, by the number of stored links: CPU time of claim and completion against the same
 * statements by hand; a claim alone; the move of a group of links; the choice of a site among 100,000; bytes on disk.
 */
export const frontier = benchmark({
  name: 'frontier',
  summary: 'CPU and disk of claim and settle at 1e5 to 1e7 links, and of choosing among 100,000 sites',
  options: z.object({
    sizes: flag(z.string().default('1e5,1e6'), { value: 'LIST', description: 'stored links' }),
    pages: flag(positive.default(4000), { value: 'N', description: 'pages claimed and settled at each size' }),
  }),
  async run({ sizes, pages }, say) {
    const links = sizes.split(',').map(Number);
    if (links.some((size) => !(size >= 1000)))
      throw new BadInput('--sizes: write numbers of at least 1000, e.g. 1e5,1e6');
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    try {
      const { bavail, bsize } = statfsSync(folder);
      const needed = Math.max(...links) * BYTES_A_LINK;
      if (bavail * bsize < needed) throw new BadInput(`${folder} has too little room: ${needed / 1e9} GB are needed`);
      const metrics: Metric[] = [];
      const pageCosts = new Map<number, number>();
      for (const size of links) {
        const { ours, metrics: measured } = await frontierOfManyLinks({ links: size, sites: 20, pages, folder, say });
        metrics.push(...measured);
        pageCosts.set(size, ours);
      }
      const [least, most] = [pageCosts.get(1e5), pageCosts.get(1e7)];
      if (least !== undefined && most !== undefined) {
        metrics.push(atMost(2.2, 'page at 1e7 links / at 1e5 links', most / least, 'ratio'));
      }
      metrics.push(await moveOfGroup(folder));
      return [...metrics, ...(await frontierOfManySites({ sites: MANY_SITES, folder, say }))];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
