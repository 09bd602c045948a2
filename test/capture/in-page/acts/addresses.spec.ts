import { expect } from '@playwright/test';
import { waitForIdle } from '../../../../src/capture/browser/clock/idle.ts';
import { navigate } from '../../../../src/capture/browser/navigate.ts';
import { isIdleAction } from '../../../../src/capture/in-page/acts/addresses.ts';
import { DocumentSchedule } from '../../../../src/capture/network/document-schedule.ts';
import { VisitPace } from '../../../../src/capture/network/visit-pace.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import { test } from '../../../plain-test.ts';
import { html, site } from '../../../site/site.ts';
import { openTab } from '../../browser/open-tab.ts';

const idle = [
  ...['', ';', 'javascript:', 'javascript:void(0)', 'JavaScript: void 0;', 'return false', 'return false;'],
  ...['window.print()', ' javascript:window.print( ) ; ', 'print(); return false', 'window.print();return true;'],
  ...['history.back()', 'javascript:history.go(-1)', 'window.history.back(); return false', 'self.close()'],
  ...['this.blur()', 'this.select()', 'parent.focus()'],
];
const active = [
  ...[
    'go()',
    'print(this)',
    'print(), go()',
    'javascript:void(open("/a"))',
    'void go()',
    'location="/a"',
    'history.pushState()',
  ],
  ...[
    'print(); go()',
    'document.print()',
    'form.submit()',
    'window.print`x`',
    `print();${' '.repeat(300)}go()`,
    '"print()"',
  ],
];

test('idle actions are recognised', () => {
  expect(idle.filter((code) => !isIdleAction(code))).toEqual([]);
  expect(active.filter(isIdleAction)).toEqual([]);
});

const pages: Readonly<Record<string, boolean>> = {
  '<a href="javascript:window.print()">Print</a><a href="#" onclick="history.back(); return false">Back</a>': false,
  '<form action="JavaScript:void(0)"><input onfocus=this.select()></form>': false,
  '<a href="javascript:print()">Print</a><a href="javascript:go()">Go</a>': true,
  '<p onclick="print()">Print</p><p onclick="go()">Go</p>': true,
  '<svg><a xlink:href="JAVASCRIPT:go()"><text>Go</text></a></svg>': true,
  '<form><button formaction="javascript:go()">Go</button></form>': true,
  '<form action=" javascript:go()"></form>': true,
  '<a href="javascript:print()">Print</a><script>function print() {}</script>': true,
  '<a href="/javascript:">A page</a>': true,
};

test('a page with only idle actions has no scripts; any script may redefine their names', async () => {
  const all = Object.entries(pages).map(([body, hasScripts], at) => ({ path: `/${at}`, body, hasScripts }));
  const portal = site('idle.test', Object.fromEntries(all.map(({ path, body }) => [path, html(body)])));
  const server = await serveDemo({ portals: [portal] });
  const { tab, close } = await openTab({}, server.hostRules);
  for (const { path, body, hasScripts } of all) {
    await navigate(tab, { url: `http://idle.test${path}`, site: 1 }, new VisitPace(new DocumentSchedule(() => 0)));
    expect((await waitForIdle(tab, performance.now())).hasScripts, body).toBe(hasScripts);
  }
  await close();
  await server.close();
});
