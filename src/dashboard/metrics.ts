import type { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ClusterStatus } from '../cluster/status.ts';
import { watchPhases } from '../crawl/visit-phases.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries } from '../storage/recrawl.ts';
import { figureQueries } from '../storage/reports/figures.ts';
import { runQueries } from '../storage/runs.ts';
import type { Token } from './gate.ts';

/** Reasons of failures with their own label, at most; all others count as `other`. */
const MOST_REASONS = 40;

/** Variable parts at which reasons are cut: each address or number would create a time series. */
const PARTICULAR = /\b[a-z]+:\/\/\S+|\b\d{4,}\b/gi;

const LINK_KINDS = ['internal', 'external', 'bad', 'resources'] as const;

/** State of a crawl shared by several workers, and the time of its statements. */
export interface SharedFigures {
  readonly status: ClusterStatus;
  readonly seconds: number;
}

/**
 * Metrics of a crawl in Prometheus's text format: from the database, read on each request, and of this process. Only
 * counts of failures are kept between requests.
 */
export class Metrics {
  readonly #registry = new Registry();
  /** Gauges, created with the first value: unset ones would read as 0. */
  #own: ReturnType<typeof makeGauges> | undefined;
  #shared: ReturnType<typeof makeSharedGauges> | undefined;
  readonly #reasons = new Set<string>();
  /** Id of the last visit included in the counts of failures. */
  #counted = 0;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    const seconds = new Counter({
      name: 'forager_phase_seconds_total',
      help: 'Time that visits of this process took, by phase, all workers together',
      labelNames: ['phase'],
      registers: [this.#registry],
    });
    // Never unsubscribed: runs as long as the process.
    watchPhases((phase, milliseconds) => seconds.inc({ phase }, milliseconds / 1000));
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Returns the metrics of a crawl. @param store undefined: no crawl yet, only metrics of the process */
  async text(store: Store | undefined): Promise<string> {
    if (store) this.#read(store);
    return await this.#registry.metrics();
  }

  /** Returns the metrics of a shared crawl. @param figures undefined: the shared database could not be read */
  async sharedText(figures: SharedFigures | undefined): Promise<string> {
    this.#shared ??= makeSharedGauges(this.#registry);
    const { worker: ofWorkers, ...gauges } = this.#shared;
    for (const gauge of Object.values(ofWorkers)) gauge.reset();
    gauges.isRead.set(figures ? 1 : 0);
    if (!figures) return await this.#registry.metrics();
    const { status, seconds } = figures;
    gauges.seconds.set(seconds);
    if (status.pageLimit !== null) gauges.pageLimit.set(status.pageLimit);
    gauges.granted.set(status.granted);
    gauges.pagesUsed.set(status.pagesUsed);
    gauges.pages.set(status.pages);
    gauges.failed.set(status.failed);
    gauges.pagesPerSecond.set(status.pagesPerSecond);
    gauges.readySites.set(status.readySites);
    gauges.waiting.set(status.waitingLinks);
    gauges.claimed.set(status.inFlight);
    gauges.letters.set(status.letters);
    gauges.visitSeconds.set(status.milliseconds / 1000);
    gauges.workers.set(status.workers.length);
    gauges.slots.set(status.workers.reduce((sum, { slots }) => sum + slots, 0));
    for (const { id, name, ...worker } of status.workers) {
      const labels = { worker: `${id} ${name}` };
      ofWorkers.beat.set(labels, worker.secondsSinceBeat);
      ofWorkers.pages.set(labels, worker.pages);
      ofWorkers.grant.set(labels, worker.openGrant);
      ofWorkers.domains.set(labels, worker.domains);
    }
    return await this.#registry.metrics();
  }

  #read(store: Store): void {
    const figures = figureQueries(store);
    this.#own ??= makeGauges(this.#registry);
    const gauges = this.#own;
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
        gauges.failures.inc({ outcome, reason: this.#label(reason) }, visits);
      this.#counted = last.id;
    }

    const run = runQueries(store).last.get({});
    gauges.run.set(run?.id ?? 0);
    gauges.running.set(run && run.ended_at === null ? 1 : 0);
    const recrawl = recrawlRunQueries(store).last.get({});
    if (!recrawl) return;
    gauges.recrawlRun.set(recrawl.step);
    gauges.revisits.reset();
    for (const { change, revisits } of figures.revisits.all({})) gauges.revisits.set({ change }, revisits);
  }

  #label(reason: string): string {
    const label = reason.replace(PARTICULAR, '…').slice(0, 80);
    if (!this.#reasons.has(label) && this.#reasons.size === MOST_REASONS) return 'other';
    this.#reasons.add(label);
    return label;
  }
}

const maker =
  (registry: Registry) =>
  <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

function makeGauges(registry: Registry) {
  const gauge = maker(registry);
  return {
    failures: new Counter({
      name: 'forager_failures_total',
      help: 'Visits that brought no page, over all runs, by outcome; by reason where they failed',
      labelNames: ['outcome', 'reason'],
      registers: [registry],
    }),
    pages: gauge('forager_pages', 'Pages read, over all runs; those of removed sites left out'),
    links: gauge('forager_links', 'Links that are kept, by kind', ['kind']),
    sites: gauge('forager_sites', 'Sites of the crawl, by status', ['status']),
    waiting: gauge('forager_queue_links', 'Links that wait to be visited'),
    claimed: gauge('forager_claimed_links', 'Links that are being visited'),
    visitSeconds: gauge('forager_visit_seconds', 'Time that visits took, over all runs and workers'),
    lastVisit: gauge('forager_last_visit_timestamp_seconds', 'When the last visit ended'),
    run: gauge('forager_run', 'Number of the last run'),
    running: gauge('forager_running', '1 while a run goes on, or if it was killed; else 0'),
    recrawlRun: gauge('forager_recrawl_run', 'Number of the last recrawl run'),
    revisits: gauge('forager_recrawl_revisits', 'Revisits of the last recrawl run, by what they found', ['change']),
  };
}

function makeSharedGauges(registry: Registry) {
  const gauge = maker(registry);
  return {
    isRead: gauge('forager_record_up', '1 if the record of the shared crawl could be read, else 0'),
    seconds: gauge('forager_record_seconds', 'Time that the server took for the two statements of these figures'),
    pageLimit: gauge('forager_page_limit', 'Pages that the crawl may use'),
    granted: gauge('forager_granted_pages', 'Pages that are used, or promised to a worker'),
    pagesUsed: gauge('forager_used_pages', 'Pages of the budget that are used'),
    pages: gauge('forager_pages', 'Pages read, over all runs; those of removed sites left out'),
    failed: gauge('forager_failed_pages', 'Visits that brought no page'),
    pagesPerSecond: gauge('forager_pages_per_second', 'Pages used a second, of all workers, over the last minute'),
    readySites: gauge('forager_ready_sites', 'Sites with links that wait'),
    waiting: gauge('forager_queue_links', 'Links that wait to be visited'),
    claimed: gauge('forager_claimed_links', 'Links that are being visited'),
    letters: gauge('forager_undelivered_links', 'Links on the way to the workers that have their sites'),
    visitSeconds: gauge('forager_visit_seconds', 'Time that visits took, over all runs and workers'),
    workers: gauge('forager_workers', 'Workers that are alive'),
    slots: gauge('forager_slots', 'Pages that they visit at the same time'),
    worker: {
      beat: gauge('forager_worker_heartbeat_age_seconds', 'Time since the last heartbeat of a worker', ['worker']),
      pages: gauge('forager_worker_pages', 'Pages that a worker used since it joined', ['worker']),
      grant: gauge('forager_worker_open_grant', 'Pages that a worker may still use', ['worker']),
      domains: gauge('forager_worker_domains', 'Domains that a worker holds', ['worker']),
    },
  };
}

/**
 * Serves the metrics of a dashboard's database: on loopback to everyone, elsewhere with the token as `Authorization:
 * Bearer`.
 */
export function addMetrics(
  app: Hono,
  store: Store,
  { token, isOpen }: { readonly token: Token; readonly isOpen: boolean },
): void {
  // Starts counting at the first request.
  let metrics: Metrics | undefined;
  app.get('/metrics', async (context) => {
    const [, given = ''] = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    if (!isOpen && !token.is(given)) return context.json({ error: 'the token is missing' }, 401);
    metrics ??= new Metrics();
    return context.text(await metrics.text(store), 200, { 'content-type': metrics.contentType });
  });
}
