import { BrowserCapture } from '../src/capture/browser.ts';
import { techniques } from '../src/capture/techniques/registry.ts';
import { captureInput } from './capture-contender.ts';
import { type ContenderResult, measured } from './contender.ts';
import { readInput } from './contender-input.ts';
import { printLine } from './run-child.ts';

/** Forager's browser capture over given pages, each host a site of its own, as a crawl reads them. */
const { hostRules, urls, workers, level } = await readInput(captureInput);
const used = {
  techniques: new Set(techniques.filter((one) => level === 'active' || one.level === level).map(({ name }) => name)),
};
const found: ContenderResult['found'] = [];
const { value: _, ...cost } = await measured(async () => {
  const capture = new BrowserCapture({
    ...used,
    headed: false,
    hostRules,
    workers,
    now: Date.now,
    say: () => undefined,
  });
  const hosts = [...new Set(urls.map((url) => new URL(url).host))];
  const waiting = [...urls];
  const read = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      // A page that can't be loaded costs what it costs.
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
