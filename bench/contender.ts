import { z } from 'zod';
import { renderChoices } from '../src/options/crawl.ts';
import { ProcessTree } from './process-tree.ts';

/** What a contender of the benchmark `throughput` is given. */
export const contenderInput = z.object({
  hostRules: z.string(),
  /** Start pages of the sites. */
  sites: z.array(z.string()),
  pages: z.number(),
  /** Pages of each site at most, for Forager's own crawl … */
  sitePages: z.number().optional(),
  /** … and how it reads them. */
  render: z.enum(renderChoices).default('browser'),
  workers: z.number(),
  /** That it crawls by. */
  strategy: z.string().default('beebot'),
  /** A folder for what it writes; it is empty, and deleted afterwards. */
  folder: z.string(),
  /** Port of the proxy to go through, for a contender that does not crawl. */
  proxyPort: z.number().optional(),
  /** Addresses to visit, in this order, for a contender that does not crawl. */
  urls: z.array(z.string()),
});

/** What a contender prints: what it used, and what it found. */
export const contenderResult = z.object({
  /** Pages that it used: read, or failed. */
  pages: z.number(),
  wallSeconds: z.number(),
  /** CPU seconds of its own process, and of the browser's. */
  nodeSeconds: z.number(),
  chromiumSeconds: z.number(),
  /** Addresses as it asked for them, in its order. */
  visited: z.array(z.string()),
  /** Each page that it read, where it was at last, and the absolute http(s) links on it that may lead to a page. */
  found: z.array(z.object({ page: z.string(), links: z.array(z.string()) })),
  /** Distinct external links of each site, where it keeps them. */
  external: z.number().default(0),
  /** CPU seconds of the proxy that it went through. */
  proxySeconds: z.number().default(0),
  /** Pages that it read without a browser. */
  withoutBrowser: z.number().default(0),
});
export type ContenderResult = z.infer<typeof contenderResult>;

/** The file that holds the list of a contender's input: too long for a command line. */
export const inputFile = z.object({ file: z.string() });

/** Measures this process and all that it starts, from the launch of the browser to its end. */
export async function measured<T>(work: () => Promise<T>) {
  const tree = new ProcessTree(process.pid);
  tree.watch(100);
  const [wall, node, all, looked] = [performance.now(), process.cpuUsage(), tree.cpuSeconds(), tree.spent];
  const value = await work();
  tree.look();
  tree.stop();
  const { user, system } = process.cpuUsage(node);
  const ownSeconds = (user + system) / 1e6;
  const chromiumSeconds = tree.cpuSeconds() - all - ownSeconds;
  // What measuring costs is nobody's.
  const nodeSeconds = ownSeconds - (tree.spent - looked);
  return { value, wallSeconds: (performance.now() - wall) / 1000, nodeSeconds, chromiumSeconds };
}
