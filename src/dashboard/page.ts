import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { AskedOptions } from '../crawl/asked-options.ts';
import { BadInput } from '../domain/errors.ts';
import type { Store } from '../storage/open.ts';
import type { CrawlDesk } from './crawl-desk.ts';
import type { AnyRead } from './read.ts';
import type { ReaderPool } from './reader-pool.ts';

/** What a page's routes work with. */
export interface Tools extends Pick<ReaderPool, 'read'> {
  /** The database's file. */
  readonly db: string;
  /** Of this thread, to read only, and only what takes no time; `read` answers the rest. */
  readonly store: Store;
  /** Edits the database as commands do while a crawl runs: transactions must be short. */
  edit<T>(work: (store: Store) => T | Promise<T>): Promise<T>;
  /** The crawl that runs, in this process or in another. */
  readonly desk: CrawlDesk;
  readonly now: () => number;
  /** Given when the dashboard closes. */
  readonly closing: AbortSignal;
}

/** The server's side of a page of the dashboard: one file, and a line in registry.ts. */
export interface ServerPage {
  /** As the client's registry has it. */
  readonly key: string;
  /** What its routes ask the threads. */
  readonly reads?: readonly AnyRead[];
  /** Adds its routes, all below /api: they are asked only by who has the token, and POST only from our own page. */
  routes(app: Hono, tools: Tools): void;
}

/** Limits; null: none. */
export const atLeastOne = z.int().min(1, 'must be at least 1').nullable();
export const atLeastZero = z.int().min(0, 'must be at least 0').nullable();

/** What was posted as the command line has it: times in seconds; false takes back what the last run had. */
export function askedOf({
  timeLimit,
  ...given
}: AskedOptions & { readonly timeLimit?: number | null | undefined }): AskedOptions {
  const asked = { ...given, timeLimit: typeof timeLimit === 'number' ? timeLimit / 1000 : timeLimit };
  const named = Object.entries(asked).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? false]));
}

/** What stands behind the question mark. @throws BadInput */
export const queryOf = <S extends z.ZodType>(context: Context, schema: S): z.infer<S> =>
  parsed(schema, context.req.query());

/** What was posted. @throws BadInput */
export async function bodyOf<S extends z.ZodType>(context: Context, schema: S): Promise<z.infer<S>> {
  const text = await context.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new BadInput('what was sent is no JSON');
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
