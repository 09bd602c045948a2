import { BrowserCapture } from '../src/capture/browser/browser.ts';
import type { Capture } from '../src/capture/capture.ts';
import { techniqueNames } from '../src/capture/find/registry.ts';
import { HttpCapture } from '../src/capture/http/http.ts';
import { parseHostRules } from '../src/capture/network/host-rules.ts';
import { captureInput } from './capture-contender.ts';
import { type ContenderResult, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { printLine } from './run-child.ts';

/** Forager's capture over given pages, each host a site of its own, as a crawl reads them. */
const { hostRules, urls, workers, level } = await readInput(captureInput);

function open(): Capture {
  const how = { now: Date.now, say: () => undefined };
  if (level === 'http') return new HttpCapture({ ...how, hostRules: parseHostRules(hostRules), userAgent: 'Forager' });
  return new BrowserCapture({ ...how, headed: false, hostRules, workers, techniques: techniqueNames(level) });
}

const found: ContenderResult['found'] = [];
const { value: _, ...cost } = await measured(async () => {
  const capture = open();
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  const waiting = [...urls];
  const read = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      // A page that cannot be loaded counts with its cost.
      const captured = await capture.read({ url, site: hosts.indexOf(new URL(url).host) + 1 }).catch(() => undefined);
      if (captured?.kind !== 'page') continue;
      const links = captured.links.filter(({ role, method }) => role === 'link' && method === 'GET');
      found.push({ page: url, links: links.flatMap(({ url = '' }) => (/^https?:/.test(url) ? url : [])) });
    }
  };
  await Promise.all(Array.from({ length: workers }, read));
  await capture.close();
});
printLine({ ...cost, pages: urls.length, visited: urls, found });
