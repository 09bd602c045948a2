import { z } from 'zod';
import { BrowserProxy, directRoute } from '../src/capture/browser/requests/browser-proxy.ts';
import { Dialer } from '../src/capture/network/dialer.ts';
import { parseHostRules } from '../src/capture/network/host-rules.ts';
import { childArguments, printLine } from './run-child.ts';

/**
 * The proxy of Forager's browser, in its own process, so that its CPU time can be measured separately. Prints its port
 * when it listens, and its CPU time when its standard input ends.
 */
const { hostRules } = childArguments(z.object({ hostRules: z.string() }));
const proxy = await BrowserProxy.open(directRoute(new Dialer({ hostRules: parseHostRules(hostRules) })));
const before = process.cpuUsage();
printLine({ port: proxy.port });
process.stdin.resume().once('end', () => {
  const { user, system } = process.cpuUsage(before);
  printLine({ cpuSeconds: (user + system) / 1e6 });
  proxy.close();
});
