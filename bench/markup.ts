import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { PageReader } from '../src/capture/documents/page-reader.ts';
import { readDocument, type Source } from '../src/capture/documents/read-document.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { largeMarkup } from '../test/site/large.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { cpuSince } from './cpu-time.ts';
import { median } from './statistics.ts';

/**
 * Cost of limits while reading documents, and of threads for large ones: processor time per page compared with the same
 * reading in one piece, and the longest block of the event loop. Then the cost of the worst markup.
 */
export const markup = benchmark({
  name: 'markup',
  summary: 'the price of reading documents within limits of time and memory',
  options: z.object({
    pages: flag(positive.default(40), { value: 'N', description: 'pages of each size' }),
    rounds: flag(positive.default(5), { value: 'N', description: 'turns of each way' }),
  }),
  async run({ pages, rounds }, say) {
    const metrics: Metric[] = [];
    for (const [size, goal] of [
      [30, 1.1],
      [300, 1.3],
    ] as const) {
      const sources = Array.from({ length: pages }, (_, page) => sourceOf(article(size * 1024, page)));
      const atOnce = () => {
        for (const source of sources) readDocument(source);
      };
      const inBounds = async () => {
        for (const source of sources) await new PageReader({}).read(source);
      };
      const turns: { plain: Cost; bounded: Cost }[] = [];
      await inBounds();
      for (let round = 0; round < rounds; round++)
        turns.push({ plain: await costOf(atOnce), bounded: await costOf(inBounds) });
      const plain = median(turns.map((turn) => turn.plain.milliseconds)) / pages;
      const bounded = median(turns.map((turn) => turn.bounded.milliseconds)) / pages;
      say(`${size} KB: ${plain.toFixed(2)} ms at once, ${bounded.toFixed(2)} ms in bounds`);
      metrics.push(
        figure(`${size} KB, at once`, plain, 'CPU ms a page'),
        figure(`${size} KB, in bounds`, bounded, 'CPU ms a page'),
        atMost(goal, `${size} KB, in bounds / at once`, median(turns.map(ratioOf)), 'ratio'),
        figure(`${size} KB, in bounds: others wait at most`, median(turns.map((turn) => turn.bounded.wait)), 'ms'),
      );
    }
    for (const [name, text] of Object.entries(largeMarkup)) {
      const source = sourceOf(text());
      const { milliseconds, wait, grown } = await costOf(() => new PageReader({}).read(source));
      say(`${name}: others wait ${wait.toFixed(0)} ms at most`);
      metrics.push(atMost(5, name, milliseconds / 1000, 'CPU s'), atMost(500, name, grown, 'MB'));
    }
    return metrics;
  },
});

interface Cost {
  /** Of the process's time. */
  readonly milliseconds: number;
  /** Longest block of the event loop, in milliseconds. */
  readonly wait: number;
  /** Maximum growth of the process in megabytes. */
  readonly grown: number;
}

const ratioOf = ({ plain, bounded }: { readonly plain: Cost; readonly bounded: Cost }): number =>
  bounded.milliseconds / plain.milliseconds;

async function costOf(work: () => unknown): Promise<Cost> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = process.cpuUsage();
  await work();
  const milliseconds = cpuSince(begun);
  delay.disable();
  clearInterval(look);
  return { milliseconds, wait: delay.max / 1e6, grown: (most - before) / 2 ** 20 };
}

const sourceOf = (text: string): Source => ({
  url: 'http://bench.test/folder/page.html',
  parentUrl: undefined,
  markup: { bytes: Buffer.from(text), contentType: 'text/html; charset=utf-8' },
  isXml: false,
});

/** An ordinary page: menus, paragraphs with links, a list, some script. */
function article(length: number, page: number): string {
  const pieces = [
    `<!doctype html><html lang="en"><head><title>Page ${page}</title><link rel="stylesheet" href="/s.css"></head><body>`,
    '<nav><ul class="menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav><main id="content">',
  ];
  let size = 0;
  for (let part = 0; size < length; part++) {
    const piece = `<section class="part"><h2 id="p${part}">Part ${part}</h2><p class="text">Some words of a page, and <a href="/page/${page}/${part}" class="link">a link in them</a>; then <em>others</em> that go on for a while, as they do.</p><ul><li><a href="${part}.html" title="One">One</a></li><li><img src="/i/${part}.png" alt="Picture"> text</li></ul></section>\n`;
    pieces.push(piece);
    size += piece.length;
  }
  return `${pieces.join('')}</main><script>var page = { id: ${page} };</script></body></html>`;
}
