import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../domain/errors.ts';
import { type CrawlStore, openTemporary, type Sent, type Store } from '../storage/open.ts';
import type { NumberedTable } from '../storage/schema.ts';
import { registrableDomain } from '../url/scope.ts';
import { ChangedRows, type SiteChanges } from './changed-rows.ts';
import type { IdBlocks } from './id-blocks.ts';
import { ENTRIES, foldEntries, keepFolded, loggedEntry } from './log-compaction.ts';
import { type Batch, LeaseLost, type Record, type SentSite } from './record.ts';
import { EntryWriter, readEntry, type SentTable, sentTables, storable, type Value } from './row-images.ts';
import { CRAWL } from './table-owners.ts';

/** Number of entries per read from the record. */
const READ_AT_ONCE = 200;

/** Loaded site: counted pages, and last entry in the record. The number for the crawl itself is not exact. */
interface Known {
  readonly pagesUsed: number;
  readonly number: number;
}

interface WorkingSetParts {
  readonly record: Record;
  readonly ids: IdBlocks;
  readonly store: Store;
  /** Second connection to the file, whose changes are not sent. */
  readonly loader: Store;
  readonly folder: string;
}

/**
 * Database of a worker with the rows of its leased sites, in a temporary file. Each transaction is in the record before
 * being committed here.
 */
export class WorkingSet {
  /** Store for all other modules. */
  readonly store: CrawlStore;
  readonly #parts: WorkingSetParts;
  readonly #changed: ChangedRows;
  readonly #writer: EntryWriter;
  readonly #tables: readonly SentTable[];
  readonly #begin: () => void;
  readonly #commit: () => void;
  /** Loaded or new sites, with counted pages and last entry. */
  readonly #sites = new Map<number, Known>();
  readonly #siteOfDomain = new Map<string, number>();
  /** Number of pages that this worker used: visits, and revisits of recrawl runs. */
  pagesUsed = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #letters: Batch['letters'][number][] = [];
  #figuresOfSite: ((site: number) => SentSite['figures']) | undefined;
  readonly #inFlight: ReturnType<Store['connection']['prepare']>;

  private constructor(parts: WorkingSetParts) {
    this.#parts = parts;
    const { store, record, ids } = parts;
    this.#changed = new ChangedRows(store, (domain) => this.#siteOfDomain.get(domain));
    const bare = (sql: string) => {
      const statement = store.connection.prepare(sql);
      return () => void statement.run();
    };
    this.#begin = bare('begin immediate');
    this.#commit = bare('commit');
    this.#writer = new EntryWriter(parts.loader);
    this.#tables = sentTables(parts.loader);
    this.#inFlight = store.connection.prepare('select count(*) from leases where site = ?').pluck();
    this.store = {
      ...store,
      ids,
      write: (work, sent) => this.#write(work, sent),
      transaction(work) {
        if (!store.connection.inTransaction)
          throw new Error('a worker writes by `write`, which tells the record first');
        return store.transaction(work);
      },
      get isHeld() {
        return record.isAway;
      },
      hurry: () => undefined,
      close: () => this.#close(),
    };
  }

  /** Creates an empty working set. */
  static async make(record: Record, ids: IdBlocks): Promise<WorkingSet> {
    const folder = mkdtempSync(join(tmpdir(), 'forager-worker-'));
    const file = join(folder, 'working-set.sqlite');
    const store = await openTemporary(file);
    const loader = await openTemporary(file);
    return new WorkingSet({ record, ids, store, loader, folder });
  }

  /** Sets the source of a site's remaining work, which is sent with the site's changes. */
  set figuresOf(of: (site: number) => SentSite['figures']) {
    this.#figuresOfSite = of;
  }

  /** Tells whether a site's rows are loaded, at least in the last state that this worker stored. */
  has(site: number): boolean {
    return this.#sites.has(site);
  }

  /** Returns the number of a site's entries in the record. */
  entriesOf(site: number): number {
    return this.#sites.get(site)?.number ?? 0;
  }

  /** Sends letters with the current transaction; call inside that transaction. */
  post(letters: Batch['letters']): void {
    this.#letters.push(...letters);
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #write<T>(work: () => T, sent?: Sent): Promise<T> {
    return this.#inTurn(async () => {
      const { record, ids } = this.#parts;
      const { connection } = this.#parts.store;
      if (record.lost) throw record.lost;
      await ids.reserve();
      const marked = ids.mark();
      this.#begin();
      try {
        const done = work();
        if (sent === 'later' && this.#letters.length === 0) {
          this.#commit();
          this.#changed.hold();
        } else await this.#sendAndCommit(sent === 'unawaited');
        return done;
      } catch (error) {
        this.#changed.clear();
        ids.restore(marked);
        this.#letters = [];
        if (connection.inTransaction) connection.exec('rollback');
        throw error;
      }
    });
  }

  /** Sends the current transaction to the record, then commits. If either fails, the worker must join again. */
  async #sendAndCommit(isUnawaited: boolean): Promise<void> {
    const { record } = this.#parts;
    const batch = this.#batch();
    try {
      const sending = batch && record.send(batch.sent);
      // Later statements fail as well, so this error is not lost.
      sending?.catch(() => undefined);
      if (!isUnawaited) await sending;
      this.#commit();
      batch?.stored();
    } catch (error) {
      record.lose(error instanceof LeaseLost ? error : new LeaseLost(messageOf(error)));
      throw record.lost;
    }
  }

  /** Sends all postponed changes. */
  async flush(): Promise<void> {
    await this.#write(() => undefined);
  }

  /** Returns the changes of the current transaction for the record; undefined if there are none. */
  #batch(): { readonly sent: Batch; readonly stored: () => void } | undefined {
    let pagesUsed = 0;
    const changed = this.#changed.take();
    const after = new Map<number, { readonly seed: SeedRow | undefined; readonly known: Known }>();
    const sites = changed.map((changes): SentSite => {
      const { site, seed, json: rows, revisits } = changes;
      const known = this.#sites.get(site);
      const pages = seed ? Number(seed.pages) + Number(seed.failed) : (known?.pagesUsed ?? 0);
      pagesUsed += pages - (known?.pagesUsed ?? 0) + revisits;
      after.set(site, { seed, known: { pagesUsed: pages, number: (known?.number ?? 0) + 1 } });
      return { site, rows, isNew: site !== CRAWL && known === undefined, figures: this.#figuresOf(changes) };
    });
    const sent = { pagesUsed, sites, letters: this.#letters };
    this.#letters = [];
    const isEmpty = sites.length === 0 && sent.letters.length === 0;
    const stored = () => {
      for (const [site, { seed, known }] of after) this.#know(site, seed, known);
      this.pagesUsed += sent.pagesUsed;
    };
    return isEmpty ? undefined : { sent, stored };
  }

  #figuresOf({ site, seed }: SiteChanges): SentSite['figures'] {
    if (site === CRAWL) return undefined;
    const live = {
      ...this.#figuresOfSite?.(site),
      in_flight: counted.parse(this.#inFlight.get(site)),
    };
    return seed ? { ...seedFigures(seed), ...live } : live;
  }

  #know(site: number, seed: SeedRow | undefined, known: Known): void {
    this.#sites.set(site, known);
    if (seed) this.#siteOfDomain.set(domainOf(String(seed.start_url)), site);
  }

  /** Loads entries of some sites from the record, after the known ones. */
  async load(sites: readonly number[], alive: ReadonlySet<number> = new Set()): Promise<void> {
    await this.#inTurn(async () => {
      const { record, loader } = this.#parts;
      for (const site of sites) {
        for (let isMore = true; isMore; ) {
          const from = this.#sites.get(site)?.number ?? 0;
          const log = await record.ask(loggedEntry, ENTRIES, [site, from, READ_AT_ONCE]);
          const entries = log.map((logged) => ({ logged, entry: readEntry(logged.rows) }));
          isMore = entries.length === READ_AT_ONCE;
          loader.transaction(() => {
            for (const { logged, entry } of entries) {
              const isOthers = alive.has(logged.worker);
              this.#writer.write(entry, (table) => table === 'runs' && isOthers);
            }
          });
          for (const folded of foldEntries(this.#tables, entries)) await keepFolded(record, folded);
          const last = log.at(-1);
          if (last) this.#loaded(site, last.number);
        }
        if (site !== CRAWL) loader.transaction(() => this.#writer.enqueue(site));
      }
    });
  }

  /** Returns the last id of a table; 0 for an empty table. */
  lastOf(table: NumberedTable): number {
    const last = this.#parts.loader.connection.prepare(`select coalesce(max(id), 0) from ${table}`).pluck();
    return counted.parse(last.get());
  }

  /** Updates durations of runs whose workers died. */
  endKilledRuns(): void {
    endKilledRuns(this.#parts.loader);
  }

  #loaded(site: number, number: number): void {
    const row = seedRow.safeParse(
      this.#parts.loader.connection
        .prepare('select start_url, pages + failed as "pagesUsed" from seeds where id = ?')
        .get(site),
    );
    this.#know(site, row.data, { pagesUsed: row.data?.pagesUsed ?? 0, number });
  }

  async #close(): Promise<void> {
    const { store, loader, folder } = this.#parts;
    await loader.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const counted = z.number();

const seedRow = z.object({ start_url: z.string(), pagesUsed: z.number() });

/** Sets durations of unfinished runs from their visits, as durations are not sent with each page. */
export function endKilledRuns({ connection }: Pick<Store, 'connection'>): void {
  connection.exec(
    `update runs set milliseconds = max(milliseconds, coalesce(
      (select max(started_at + milliseconds) from visits where visits.run = runs.id) - started_at, 0))
    where ended_at is null`,
  );
}

/** Returns the domain by which sites are leased together: the registrable domain, or else the host. */
export const domainOf = (startUrl: string): string => registrableDomain(new URL(startUrl).hostname);

/** Returns the figures of a site for other workers, from its row. */
export function seedFigures(seed: SeedRow): SentSite['figures'] {
  const { start_url: startUrl, short_name, kind, scope, home, found_on, removed } = seed;
  const { pages, failed, reward_sum, reward_max, milliseconds } = seed;
  return {
    ...{ domain: domainOf(String(startUrl)), start_url: String(startUrl), short_name: textOf(short_name) },
    ...{ kind: textOf(kind), scope: textOf(scope), home: textOf(home), found_on: numberOf(found_on) },
    ...{ is_removed: removed !== null, pages: numberOf(pages), failed: numberOf(failed) },
    ...{ reward_sum: numberOf(reward_sum), reward_max: numberOf(reward_max), milliseconds: numberOf(milliseconds) },
  };
}

type SeedRow = NonNullable<SiteChanges['seed']>;

const textOf = (value: Value | undefined): string | null => (typeof value === 'string' ? storable(value) : null);
const numberOf = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);
