import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CommandFailed, messageOf } from '../domain/errors.ts';
import { type Connection, isConnectionLost } from './connection.ts';
import { storable } from './row-images.ts';

/** Error if the record refuses a worker's writes: the lease is over, or the server has lost earlier writes. */
export class LeaseLost extends CommandFailed {}

/** Converts LeaseLost, after which a worker joins again, to an error of a worker that ends anyway. */
export const notToJoinAgain = (error: unknown): unknown =>
  error instanceof LeaseLost ? new CommandFailed(`${error.message}; what it had in flight is visited again`) : error;

/** Changes of a transaction for the record. */
export interface Batch {
  /** Pages to count for the limit; negative to give some back. */
  readonly pagesUsed: number;
  /** Changes by site. */
  readonly sites: readonly SentSite[];
  /** Links for other workers' sites, with the sites' registrable domains. */
  readonly letters: readonly { readonly domain: string; readonly letter: unknown }[];
}

/** State of a site after a transaction; undefined figures are unchanged. */
export interface SentSite {
  readonly site: number;
  /** Rows as JSON. */
  readonly rows: string;
  readonly figures: { readonly [name: string]: number | string | boolean | null } | undefined;
  /** True for a site that the record does not have yet, with all figures. */
  readonly isNew: boolean;
}

/** Replacer for `JSON.stringify` that makes texts storable. */
const storableIn = (_: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value);

interface Pending {
  readonly number: number;
  readonly values: unknown[];
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * SQL of one statement per transaction. Divides by zero, and so stores nothing, unless all is right: the worker is
 * alive, no statement is missed or repeated, the grant is large enough, each site is known.
 */
const SEND = `
with news as materialized (
  select * from json_to_recordset($4::json) as news (
    site bigint, rows json, "isNew" boolean, domain text, start_url text, short_name text, kind text, scope text,
    home text, found_on bigint, is_removed boolean, pages bigint, failed bigint, reward_sum double precision,
    reward_max double precision, milliseconds bigint, waiting bigint, revisits bigint, in_flight integer)),
fence as (
  update workers set sent = sent + 1, pages = pages + $3::int,
    open_grant = open_grant - case when crawl.page_limit is null then 0 else $3::int end
  from crawl where workers.id = $1 and is_alive and sent = $2::bigint - 1 and crawl.id = 1
    and (crawl.page_limit is null or open_grant >= $3::int) returning open_grant),
known as (
  update sites set changes = sites.changes + 1, changed_at = now(), home = coalesce(news.home, sites.home),
    is_removed = coalesce(news.is_removed, sites.is_removed), pages = coalesce(news.pages, sites.pages),
    failed = coalesce(news.failed, sites.failed), reward_sum = coalesce(news.reward_sum, sites.reward_sum),
    reward_max = coalesce(news.reward_max, sites.reward_max), waiting = coalesce(news.waiting, sites.waiting),
    revisits = coalesce(news.revisits, sites.revisits),
    milliseconds = coalesce(news.milliseconds, sites.milliseconds),
    in_flight = coalesce(news.in_flight, sites.in_flight)
  from news where sites.id = news.site and not news."isNew" returning sites.id, sites.changes),
opened as (
  insert into sites (id, domain, start_url, short_name, kind, scope, home, found_on, changes, waiting)
  select site, domain, start_url, short_name, kind, scope, home, found_on, 1, coalesce(waiting, 0)
  from news where "isNew" returning id, changes),
logged as (
  insert into changes (site, number, worker, rows)
  select id, changes, $1, rows from (select * from known union all select * from opened) moved
    join news on news.site = moved.id returning 1),
posted as (
  insert into inbox (domain, letter)
  select domain, letter from json_to_recordset($5::json) as letters (domain text, letter json))
select (select open_grant from fence) as open_grant,
  1 / case when (select count(*) from fence) = 1 and (select count(*) from logged) = (select count(*) from news)
    then 1 else 0 end as is_taken`;

/** Tells whether `SEND` refused, by the error "division by zero". */
const isRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '22012';

const answer = z.object({ open_grant: z.number() });
const standing = z.object({ sent: z.number(), is_alive: z.boolean(), open_grant: z.number() });

/** SQL for a worker by its id and time of joining: after a failover, a server may give a lost worker's id to another. */
const STANDING = `
select sent, is_alive, open_grant from workers where id = $1 and started_at = $2::timestamptz`;

const AWAY = 'the server was away longer than the lease';
const GONE = 'the server lost its last changes, as in a failover';

/** Batch that only gets a number. */
const NOTHING: Batch = { pagesUsed: 0, sites: [], letters: [] };

/** Milliseconds between two attempts to reach the server: first and longest pause. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;

interface RecordOptions {
  /** Opens a connection with pipelining: statements need not wait for earlier answers. */
  readonly open: () => Promise<Connection>;
  readonly worker: number;
  /** The worker's `started_at`. */
  readonly joinedAt: string;
  readonly warn: (line: string) => void;
  /** Tells whether the worker can no longer wait for the server. */
  readonly isOver: () => boolean;
}

/**
 * Sends a worker's statements to the record, in order and exactly once: after a lost connection, sends unanswered
 * statements again unless the server has them.
 */
export class Record {
  readonly #options: RecordOptions;
  #connection: Connection | undefined;
  #sent = 0;
  /** Number of the last stored statement. */
  #stored = 0;
  #pending: Pending[] = [];
  #reconnecting: Promise<void> | undefined;
  #lost: LeaseLost | undefined;
  #grant = 0;
  /** Number of executed statements, and the last one with a known grant: answers can be handled out of order. */
  #turn = 0;
  #grantTurn = 0;
  /** Number of reconnections: statements in flight may have been executed twice. */
  reconnections = 0;

  private constructor(options: RecordOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
  }

  /** Connects a worker that has joined. @throws LeaseLost if the server has lost the worker meanwhile */
  static async open(options: RecordOptions): Promise<Record> {
    const record = new Record(options, await options.open());
    try {
      await record.#standing();
      return record;
    } catch (error) {
      record.close();
      throw error;
    }
  }

  /** Number of further pages that the worker may use, by the last answer. */
  get grant(): number {
    return this.#grant;
  }

  #granted(grant: number, turn: number): void {
    if (turn < this.#grantTurn) return;
    this.#grantTurn = turn;
    this.#grant = grant;
  }

  /** Reason why the record accepts nothing more; undefined while accepting. */
  get lost(): LeaseLost | undefined {
    return this.#lost;
  }

  /** True while waiting for an absent server. */
  get isAway(): boolean {
    return this.#reconnecting !== undefined;
  }

  /** Sends the changes of a transaction. Resolves when they are stored. @throws LeaseLost */
  async send({ pagesUsed, sites, letters }: Batch): Promise<void> {
    if (this.#lost) throw this.#lost;
    const number = ++this.#sent;
    const news = sites.map(
      ({ site, rows, isNew, figures }) => `${JSON.stringify({ ...figures, site, isNew }).slice(0, -1)},"rows":${rows}}`,
    );
    const values = [
      this.#options.worker,
      number,
      pagesUsed,
      `[${news.join(',')}]`,
      JSON.stringify(letters, storableIn),
    ];
    await new Promise<void>((done, failed) => {
      const pending = { number, values, done, failed };
      this.#pending.push(pending);
      if (!this.#reconnecting) void this.#execute(pending);
    });
  }

  /** Executes a query that changes and returns the worker's grant. */
  async askGrant(text: string, values: readonly unknown[]): Promise<void> {
    await this.#ask(async (connection, turn) => {
      const [row] = await connection.rows(answer, text, values);
      if (row) this.#granted(row.open_grant, turn);
    });
  }

  /** Executes a query after all sent statements. */
  ask<T>(row: z.ZodType<T>, text: string, values: readonly unknown[]): Promise<T[]> {
    return this.#ask((connection) => connection.rows(row, text, values));
  }

  /**
   * Executes a query that changes what belongs to the worker, then an empty statement. A server that loses the change in
   * a failover also lacks that statement, and so refuses the worker. After a reconnection, executes both again.
   */
  async change<T>(row: z.ZodType<T>, text: string, values: readonly unknown[]): Promise<T[]> {
    for (;;) {
      const { reconnections } = this;
      const rows = await this.ask(row, text, values);
      await this.send(NOTHING);
      if (this.reconnections === reconnections) return rows;
    }
  }

  async #ask<T>(execute: (connection: Connection, turn: number) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#reconnecting;
      if (this.#lost) throw this.#lost;
      try {
        if (!this.#connection) throw new LeaseLost('it is closed');
        return await execute(this.#connection, ++this.#turn);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        await this.#reconnect(error);
      }
    }
  }

  async #execute(pending: Pending): Promise<void> {
    const connection = this.#connection;
    const turn = ++this.#turn;
    try {
      const result = await connection?.client.query({ name: 'send', text: SEND, values: pending.values });
      this.#granted(answer.parse(result?.rows[0]).open_grant, turn);
      this.#done(pending);
    } catch (error) {
      if (isConnectionLost(error)) {
        // The first failed statement reconnects for all.
        if (connection === this.#connection) await this.#reconnect(error);
      } else if (isRefused(error)) await this.#look(pending);
      else this.#fail(error);
    }
  }

  /**
   * Checks a refused statement: the server already has the statement, through a lost connection, or refuses the worker.
   */
  async #look(pending: Pending): Promise<void> {
    const known = await this.#standing().catch(() => undefined);
    if (known && known.sent >= pending.number) this.#done(pending);
    else this.lose(new LeaseLost("its lease is over, and its sites are another worker's by now"));
  }

  /** Returns the worker's row. @throws LeaseLost if the worker is dead, or the server has lost its changes */
  async #standing(): Promise<z.output<typeof standing>> {
    const { worker, joinedAt } = this.#options;
    const [known] = (await this.#connection?.rows(standing, STANDING, [worker, joinedAt])) ?? [];
    if (!known || known.sent < this.#stored) throw new LeaseLost(GONE);
    if (!known.is_alive) throw new LeaseLost(AWAY);
    return known;
  }

  #done(pending: Pending): void {
    this.#stored = Math.max(this.#stored, pending.number);
    this.#pending = this.#pending.filter((one) => one !== pending);
    pending.done();
  }

  /** Fails all pending and future statements. */
  lose(lost: LeaseLost): void {
    this.#lost ??= lost;
    this.#fail(this.#lost);
  }

  #fail(error: unknown): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const one of pending) one.failed(error);
  }

  #reconnect(error: unknown): Promise<void> {
    this.#reconnecting ??= this.#comeBack(error).finally(() => {
      this.#reconnecting = undefined;
      for (const pending of [...this.#pending]) void this.#execute(pending);
    });
    return this.#reconnecting;
  }

  async #comeBack(error: unknown): Promise<void> {
    const { open, warn, isOver } = this.#options;
    warn(`the database server went away (${messageOf(error)}): waiting until it is back`);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      await sleep(pause);
      try {
        void this.#connection?.close();
        this.#connection = await open();
        const { sent, open_grant: grant } = await this.#standing();
        this.#granted(grant, ++this.#turn);
        this.reconnections++;
        for (const pending of [...this.#pending]) if (pending.number <= sent) this.#done(pending);
        warn('the database server is back');
        return;
      } catch (again) {
        if (!isConnectionLost(again)) return this.lose(new LeaseLost(messageOf(again)));
        if (isOver()) return this.lose(new LeaseLost(AWAY));
      }
    }
  }

  /** Closes the connection and stops sending. */
  close(): void {
    this.#lost ??= new LeaseLost('it is closed');
    void this.#connection?.close();
  }
}
