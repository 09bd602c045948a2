import { globalAgent } from 'node:http';
import { createConnection } from 'node:net';

/**
 * Leads requests of this process to the demo web: Crawlee sends all of the browser's traffic through a proxy in its own
 * process, which ignores the browser's host rules.
 */
export function leadToDemo(hostRules: string): void {
  const address = /MAP \S+ (\S+):(\d+)/.exec(hostRules);
  if (!address) throw new Error(`no address in the host rules ${hostRules}`);
  const demo = { host: address[1], port: Number(address[2]) };
  Object.assign(globalAgent, { createConnection: () => createConnection(demo) });
}
