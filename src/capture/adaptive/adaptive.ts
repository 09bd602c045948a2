import { HostBusy, RefusedVisit, StopCommand } from '../../domain/errors.ts';
import type { Captured, Template } from '../../domain/page.ts';
import { keyHash } from '../../url/normalise.ts';
import { patternOf } from '../../url/page-pattern.ts';
import { withoutFragment } from '../../url/parse.ts';
import type { Capture, Target } from '../capture.ts';
import { shapeOf } from '../documents/page-shape.ts';
import type { HttpCapture, HttpRead } from '../http/http.ts';
import { LONGEST_WAIT } from '../network/visit-pace.ts';
import { areAlike, isWhole } from './same-links.ts';
import type { TemplateStatistics } from './template-statistics.ts';

interface AdaptiveCaptureOptions {
  readonly browser: Capture;
  readonly http: HttpCapture;
  readonly statistics: TemplateStatistics;
  /** Milliseconds between two requests to a server. */
  readonly pause: (url: string) => number;
  /** Seed for choosing the pages that are read both ways. */
  readonly seed: number;
}

/**
 * Reads pages of proven templates without a browser. Reads all other pages, and a share of the proven ones, both ways;
 * the browser's result counts, for proven ones only if different.
 */
export class AdaptiveCapture implements Capture {
  readonly #options: AdaptiveCaptureOptions;

  constructor(options: AdaptiveCaptureOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.#options.browser.start();
    await this.#options.http.start();
  }

  async read(target: Target): Promise<Captured> {
    const { browser, statistics, pause } = this.#options;
    const url = new URL(target.url);
    const pattern = statistics.countedPattern(target.site, patternOf(url));
    // Without scripts no fragment is a route.
    const isForBrowser = url.hash !== '' || target.isLastTry || pause(target.url) > LONGEST_WAIT;
    if (isForBrowser || !statistics.isWorthATry(target.site, pattern)) return await browser.read(target);

    const plain = await this.#readPlain(target);
    const template = plain && this.#templateOf(target, pattern, plain);
    if (template && statistics.isPlain(template) && !this.#isChecked(target, template)) {
      statistics.used(template);
      return plain.captured;
    }
    const seen = await browser.read(target);
    // Scripts made a page of a 404: not a routine failure of the plain request.
    if (seen.httpStatus === 404) statistics.failed(target.site);
    if (!template || seen.rendering === 'http' || !isWhole(seen)) return seen;
    const isEqual = areAlike(plain.captured, seen);
    const wasPlain = statistics.isPlain(template);
    await statistics.learn(template, isEqual, target.url);
    // Recrawls compare texts, so this page is read like the template's other pages.
    return wasPlain && isEqual ? plain.captured : seen;
  }

  async close(): Promise<void> {
    await this.#options.browser.close();
    await this.#options.http.close();
  }

  /**
   * Reads the page as sent by the server; undefined if that failed or was cut short.
   *
   * @throws HostBusy, RefusedVisit: the browser may not send a request now either
   */
  async #readPlain(target: Target): Promise<HttpRead | undefined> {
    const { http, statistics } = this.#options;
    try {
      const read = await http.readDocuments(target);
      if (isWhole(read.captured)) return read;
    } catch (error) {
      if (error instanceof RefusedVisit || error instanceof StopCommand) throw error;
      if (!isGone(error)) statistics.failed(target.site);
      if (error instanceof HostBusy) throw error;
    }
    return undefined;
  }

  #templateOf({ url, site }: Target, pattern: string, { captured, documents }: HttpRead): Template {
    const isMoved = withoutFragment(captured.url) !== withoutFragment(url);
    const landed = isMoved ? ` at ${patternOf(new URL(captured.url))}` : '';
    const shape = captured.kind === 'file' ? `file ${captured.contentType}` : shapeOf(documents);
    return { site, pattern, shape: shape + landed };
  }

  #isChecked({ url }: Target, template: Template): boolean {
    return keyHash(`${this.#options.seed} ${url}`) / 2 ** 53 < this.#options.statistics.checkedShare(template);
  }
}

/** Tells whether the error is a 404 or 410, which are routine. */
const isGone = (error: unknown): boolean => error instanceof Error && /^HTTP (404|410)$/.test(error.message);
