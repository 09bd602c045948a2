import { globalAgent } from 'node:http';
import { createConnection } from 'node:net';

/**
 * Leads what this process asks for to the demo web: Crawlee sends all of the browser's traffic through a proxy in its
 * own process, and there the browser's host rules are unknown.
 */
export function leadToDemo(hostRules: string): void {
  const address = /MAP \S+ (\S+):(\d+)/.exec(hostRules);
  if (!address) throw new Error(`no address in the host rules ${hostRules}`);
  const demo = { host: address[1], port: Number(address[2]) };
  Object.assign(globalAgent, { createConnection: () => createConnection(demo) });
}
