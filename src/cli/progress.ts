import { SingleBar } from 'cli-progress';
import type { CrawlEvents } from '../crawl/crawl.ts';
import type { Log } from './log.ts';

/** Seconds between two plain lines of progress. */
const EVERY = 5;

/** Shows on stderr how a crawl gets on: a bar on a terminal, plain lines elsewhere. */
export class Progress implements CrawlEvents {
  readonly #log: Log;
  readonly #limit: number | undefined;
  readonly #bar: SingleBar | undefined;
  readonly #onStarted: (stop: () => void) => void;
  #pages = 0;
  #external = 0;
  #begin = 0;
  #visited = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    log: Log;
    limit: number | undefined;
    isQuiet: boolean;
    onStarted: (stop: () => void) => void;
  }) {
    this.#log = options.log;
    this.#limit = options.limit;
    this.#onStarted = options.onStarted;
    const format = '{bar} {value} of {total} pages | {rate} pages/s | {external} external links';
    const isBar = process.stderr.isTTY && !options.isQuiet && options.limit !== undefined;
    this.#bar = isBar
      ? new SingleBar({ format, stream: process.stderr, hideCursor: true, barsize: 30, fps: 5 })
      : undefined;
  }

  started({ charged, sites, stop }: Parameters<NonNullable<CrawlEvents['started']>>[0]): void {
    this.#pages = charged;
    this.#begin = performance.now();
    this.#onStarted(stop);
    if (this.#bar) this.#bar.start(this.#limit ?? 0, charged, { rate: 0, external: 0 });
    else {
      const been = charged > 0 ? `, ${charged} pages visited before` : '';
      this.#log.info(`crawling ${sites} site${sites === 1 ? '' : 's'}${been}`);
      this.#timer = setInterval(() => this.#line(), EVERY * 1000);
    }
  }

  note(line: string): void {
    this.#log.info(line);
  }

  settled(_claim: unknown, settled: { readonly newExternal: number }): void {
    this.#pages++;
    this.#visited++;
    this.#external += settled.newExternal;
    this.#bar?.update(this.#pages, { rate: this.#rate(), external: this.#external });
  }

  failed(claim: { readonly url: string }, reason: string, willRetry: boolean): void {
    if (!willRetry) {
      this.#pages++;
      this.#visited++;
    }
    this.#log.debug(`${claim.url}: ${reason}${willRetry ? ', will be tried again' : ''}`);
  }

  end(): void {
    this.#bar?.stop();
    clearInterval(this.#timer);
  }

  #line(): void {
    const of = this.#limit === undefined ? '' : ` of ${this.#limit}`;
    this.#log.info(`${this.#pages}${of} pages, ${this.#rate()} pages/s, ${this.#external} new external links`);
  }

  #rate(): string {
    return (this.#visited / Math.max(0.001, (performance.now() - this.#begin) / 1000)).toFixed(1);
  }
}
