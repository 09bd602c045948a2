import { test } from '@playwright/test';
import { BrowserCapture } from '../src/capture/browser.ts';
import { techniqueNames } from '../src/capture/techniques/choice.ts';
import { serveDemo } from '../src/demo/server.ts';
import { faultsOf } from './capture/lab-report.ts';
import { labPortals, labs } from './site/capture-lab/labs.ts';
test('try', async () => {
  test.setTimeout(240000);
  const server = await serveDemo({ portals: labPortals });
  const techniques = new Set(techniqueNames('active'));
  for (const off of (process.env.OFF ?? '').split(',')) techniques.delete(off);
  const capture = new BrowserCapture({ headed: false, hostRules: server.hostRules, workers: 2, now: Date.now, say: () => undefined, techniques });
  for (const { pages } of Object.values(labs)) for (const page of pages) {
    const a = page.url.replace('http://', '');
    if (!a.includes(process.env.TRY ?? '')) continue;
    const t = performance.now();
    // biome-ignore lint: try
    const r: any = await capture.read({ url: `http://${a}`, site: 1 }).catch((e) => e);
    if (r.links) console.log(faultsOf(page, r).join('\n'));
    console.log(a, Math.round(performance.now() - t), 'ms', r.kind ?? String(r), r.limits?.join() ?? '', (r.links ?? []).length, process.env.SHOW ? (r.links ?? []).map((l: any) => `${l.technique}:${l.method[0]} ${l.url?.replace('http://','') ?? '?'+l.raw}`).join(' | ') : '');
  }
  await capture.close(); await server.close();
});
