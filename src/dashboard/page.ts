import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { count, patterns, wholeFrom } from '../options/kinds.ts';
import type { Store } from '../storage/open.ts';
import type { CrawlDesk } from './crawl-desk.ts';
import type { AnyRead } from './read.ts';
import type { ReaderPool } from './reader-pool.ts';
import type { SharedCrawl } from './shared-crawl.ts';

/** The tools of a page's routes. */
export interface Tools extends Pick<ReaderPool, 'read'> {
  /** The database's file. */
  readonly db: string;
  /** A read-only store of this thread, for quick queries only; `read` answers the others. */
  readonly store: Store;
  /** Edits the database as commands do while a crawl runs: transactions must be short. */
  edit<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
  /** The crawl that runs, in this process or in another. */
  readonly desk: CrawlDesk;
  /** The shared crawl that the database is a copy of, which can't be edited; undefined: it is none. */
  readonly shared: SharedCrawl | undefined;
  readonly now: () => number;
  /** Given when the dashboard closes. */
  readonly closing: AbortSignal;
}

/** The server's side of a page of the dashboard: one file, and a line in registry.ts. */
export interface ServerPage {
  /** As the client's registry has it. */
  readonly key: string;
  /** The reads that its routes use. */
  readonly reads?: readonly AnyRead[];
  /** Adds its routes, all below /api: they need the token, and POST only works from our own page. */
  routes(app: Hono, tools: Tools): void;
}

/** Limits; null: none. */
export const atLeastOne = count.value.nullable();
export const atLeastZero = wholeFrom(0).value.nullable();

/** Patterns that are taken at once. */
const MOST_PATTERNS = 100;

/** Patterns as `--include` and `--exclude` have them. */
export const patternList = patterns.value.max(MOST_PATTERNS, `are at most ${MOST_PATTERNS}`);

/** The query of the request. @throws BadInput */
export const queryOf = <S extends z.ZodType>(context: Context, schema: S): z.infer<S> =>
  parsed(schema, context.req.query());

/** The JSON body of the request. @throws BadInput */
export async function bodyOf<S extends z.ZodType>(context: Context, schema: S): Promise<z.infer<S>> {
  const text = await context.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new BadInput('the request body is not JSON');
  }
  return parsed(schema, body);
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new BadInput(`${where === '' ? '' : `${where}: `}${issue?.message ?? 'not understood'}`);
}
