import type { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { watchPhases } from '../crawl/visit-phases.ts';
import type { Store } from '../storage/open.ts';
import { nightQueries } from '../storage/recrawl.ts';
import { figureQueries } from '../storage/reports/figures.ts';
import { runQueries } from '../storage/runs.ts';
import type { Token } from './gate.ts';

/** Reasons of failures that are told apart; what fails for others counts as `other`. */
const MOST_REASONS = 40;

/** Where failures are cut short: an address or a number in a reason would make a series of each. */
const PARTICULAR = /\b[a-z]+:\/\/\S+|\b\d{4,}\b/gi;

const LINK_KINDS = ['internal', 'external', 'bad', 'resources'] as const;

/**
 * What a crawl comes to, in the text format of Prometheus: of the database, read when it is asked for, and of this
 * process. Only counts of failures are kept from one time to the next.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #gauges = makeGauges(this.#registry);
  readonly #failures = new Counter({
    name: 'forager_failures_total',
    help: 'Visits that brought no page, over all runs, by outcome; by reason where they failed',
    labelNames: ['outcome', 'reason'],
    registers: [this.#registry],
  });
  readonly #reasons = new Set<string>();
  /** The last visit that is counted among the failures. */
  #counted = 0;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    const seconds = new Counter({
      name: 'forager_phase_seconds_total',
      help: 'Time that visits of this process took, by phase, all workers together',
      labelNames: ['phase'],
      registers: [this.#registry],
    });
    // As long as the process lives.
    watchPhases((phase, milliseconds) => seconds.inc({ phase }, milliseconds / 1000));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** @param store undefined: there is no crawl yet, and only the process can be told of */
  async text(store: Store | undefined): Promise<string> {
    if (store) this.#read(store);
    return await this.#registry.metrics();
  }

  #read(store: Store): void {
    const figures = figureQueries(store);
    const gauges = this.#gauges;
    gauges.sites.reset();
    const totals = { internal: 0, external: 0, bad: 0, resources: 0 };
    let pages = 0;
    let milliseconds = 0;
    for (const row of figures.sites.all({})) {
      gauges.sites.set({ status: row.status }, row.sites);
      pages += row.pages;
      milliseconds += row.milliseconds;
      for (const kind of LINK_KINDS) totals[kind] += row[kind];
    }
    gauges.pages.set(pages);
    gauges.visitSeconds.set(milliseconds / 1000);
    for (const kind of LINK_KINDS) gauges.links.set({ kind }, totals[kind]);
    const queue = figures.queue.get({});
    gauges.waiting.set(queue?.waiting ?? 0);
    gauges.claimed.set(queue?.claimed ?? 0);

    const last = figures.lastVisit.get({});
    if (last) {
      gauges.lastVisit.set(last.ended_at / 1000);
      for (const { outcome, reason, visits } of figures.failures.all({ after: this.#counted, until: last.id }))
        this.#failures.inc({ outcome, reason: this.#told(reason) }, visits);
      this.#counted = last.id;
    }

    const run = runQueries(store).last.get({});
    gauges.run.set(run?.id ?? 0);
    gauges.running.set(run && run.ended_at === null ? 1 : 0);
    const night = nightQueries(store).last.get({});
    if (!night) return;
    gauges.night.set(night.step);
    gauges.checks.reset();
    for (const { change, checks } of figures.checks.all({})) gauges.checks.set({ change }, checks);
  }

  #told(reason: string): string {
    const told = reason.replace(PARTICULAR, '…').slice(0, 80);
    if (!this.#reasons.has(told) && this.#reasons.size === MOST_REASONS) return 'other';
    this.#reasons.add(told);
    return told;
  }
}

function makeGauges(registry: Registry) {
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    pages: gauge('forager_pages', 'Pages read, over all runs; those of removed sites left out'),
    links: gauge('forager_links', 'Links that are kept, by kind', ['kind']),
    sites: gauge('forager_sites', 'Sites of the crawl, by status', ['status']),
    waiting: gauge('forager_queue_links', 'Links that wait to be visited'),
    claimed: gauge('forager_claimed_links', 'Links that are being visited'),
    visitSeconds: gauge('forager_visit_seconds', 'Time that visits took, over all runs and workers'),
    lastVisit: gauge('forager_last_visit_timestamp_seconds', 'When the last visit ended'),
    run: gauge('forager_run', 'Number of the last run'),
    running: gauge('forager_running', '1 while a run goes on, or if it was killed; else 0'),
    night: gauge('forager_night', 'Number of the last night of recrawling'),
    checks: gauge('forager_night_checks', 'Checks of the last night, by what they found', ['change']),
  };
}

/** Serves the figures of a dashboard's database: on loopback to all, elsewhere to who sends the token as `Authorization: Bearer`. */
export function addMetrics(
  app: Hono,
  store: Store,
  { token, isOpen }: { readonly token: Token; readonly isOpen: boolean },
): void {
  // Counting begins when somebody asks.
  let metrics: Metrics | undefined;
  app.get('/metrics', async (context) => {
    const [, given = ''] = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    if (!isOpen && !token.is(given)) return context.json({ error: 'the token is missing' }, 401);
    metrics ??= new Metrics();
    return context.text(await metrics.text(store), 200, { 'content-type': metrics.contentType });
  });
}
