import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import { count, patterns, wholeFrom } from '../options/kinds.ts';
import type { Store } from '../storage/open.ts';
import type { CrawlControls } from './crawl-controls.ts';
import type { ReaderPool } from './reader-pool.ts';
import type { SharedCrawl } from './shared-crawl.ts';
import type { AnyRead } from './slow-query.ts';

/** Tools for a page's routes. */
export interface Tools extends Pick<ReaderPool, 'read'> {
  /** Path of the database. */
  readonly db: string;
  /** Read-only store of this thread, for quick queries only; `read` runs slow ones. */
  readonly store: Store;
  /** Edits the database while a crawl may run: transactions must be short. */
  edit<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
  /** Control of the crawl that runs, in this process or another. */
  readonly desk: CrawlControls;
  /** Shared crawl whose copy the database is (read-only); undefined: not a copy. */
  readonly shared: SharedCrawl | undefined;
  readonly now: () => number;
  /** Signal that aborts when the dashboard closes. */
  readonly closing: AbortSignal;
}

/** Server side of a dashboard page: one file, and a line in registry.ts. */
export interface ServerPage {
  /** Key of the page in the client's registry. */
  readonly key: string;
  /** Reads used by the page's routes. */
  readonly reads?: readonly AnyRead[];
  /** Adds the page's routes, all below /api: they need the token, and accept POST only from the dashboard's page. */
  routes(app: Hono, tools: Tools): void;
}

/** Limit of at least one; null: no limit. */
export const atLeastOne = count.value.nullable();
export const atLeastZero = wholeFrom(0).value.nullable();

/** Patterns in one request, at most. */
const MOST_PATTERNS = 100;

/** Patterns in the syntax of `--include` and `--exclude`. */
export const patternList = patterns.value.max(MOST_PATTERNS, `are at most ${MOST_PATTERNS}`);

/** Parses the query of a request. @throws BadInput */
export const queryOf = <S extends z.ZodType>(context: Context, schema: S): z.infer<S> =>
  parsed(schema, context.req.query());

/** Parses the JSON body of a request. @throws BadInput */
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
