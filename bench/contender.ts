import { z } from 'zod';
import { renderChoices } from '../src/options/crawl.ts';
import { ProcessTree } from './process-tree.ts';

/** Input of a contender of the benchmark `throughput`. */
export const contenderInput = z.object({
  hostRules: z.string(),
  /** Start pages of the sites. */
  sites: z.array(z.string()),
  pages: z.number(),
  /** Pages of each site at most, for Forager's own crawl … */
  sitePages: z.number().optional(),
  /** … and its mode of reading. */
  render: z.enum(renderChoices).default('browser'),
  workers: z.number(),
  /** Options of its crawl. */
  strategy: z.string().default('beebot'),
  /** A folder for its output; empty, and deleted afterwards. */
  folder: z.string(),
  /** Port of the proxy to go through, for a contender that does not crawl. */
  proxyPort: z.number().optional(),
  /** Addresses to visit, in this order, for a contender that does not crawl. */
  urls: z.array(z.string()),
});

/** Output of a contender: resources used, and findings. */
export const contenderResult = z.object({
  /** Pages used: read, or failed. */
  pages: z.number(),
  wallSeconds: z.number(),
  /** CPU seconds of its own process, and of the browser's. */
  nodeSeconds: z.number(),
  chromiumSeconds: z.number(),
  /** Addresses as requested, in order. */
  visited: z.array(z.string()),
  /** Each page read, with its final address, and the absolute http(s) links on it that may lead to a page. */
  found: z.array(z.object({ page: z.string(), links: z.array(z.string()) })),
  /** Distinct external links of each site, if known. */
  external: z.number().default(0),
  /** CPU seconds of its proxy. */
  proxySeconds: z.number().default(0),
  /** Pages read without a browser. */
  withoutBrowser: z.number().default(0),
});
export type ContenderResult = z.infer<typeof contenderResult>;

/** The file with a contender's list of addresses, which is too long for a command line. */
export const inputFile = z.object({ file: z.string() });

/** Measures this process and all its descendants, from the launch of the browser to its end. */
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
  // The cost of measuring is not counted.
  const nodeSeconds = ownSeconds - (tree.spent - looked);
  return { value, wallSeconds: (performance.now() - wall) / 1000, nodeSeconds, chromiumSeconds };
}
