import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { isPostgres } from '../../domain/database.ts';
import { BadInput } from '../../domain/errors.ts';
import { type AskedOptions, metaOf } from '../../options/option.ts';
import { parseUrl } from '../../url/parse.ts';
import { flagText, isTakenBack, type Options } from './flags.ts';

/** Returns the options of a command that the next run on the same database uses again. */
export const rememberedKeys = (schema: Options): string[] =>
  Object.keys(schema.shape).filter((key) => metaOf(schema.shape[key]).of === 'crawl');

/** Options whose files contain secrets; only the names of the files are remembered. */
const files = ['storageState', 'cookies'];
/** Key that marks a remembered proxy as needing a name and password, which are never stored. */
const PROXY_LOGIN = 'proxyLogin';

/** Options given to a command, and the options used again from the last run. */
export interface Memory {
  readonly asked: AskedOptions;
  /** Options given to the last run; undefined: there was none. */
  readonly before: AskedOptions | undefined;
  /** Options of the last run that are used again. */
  readonly recalled: AskedOptions;
}

export const noMemory: Memory = { asked: {}, before: undefined, recalled: {} };

/**
 * Returns the options given to the last run on a database; undefined if there is none. The command itself reports a bad
 * database.
 */
async function lastOf(db: string): Promise<AskedOptions | undefined> {
  const isShared = isPostgres(db);
  if (!isShared && !existsSync(db)) return undefined;
  const { openStoreToRead } = await import('../../storage/open.ts');
  const { openCrawlsOwn } = await import('../../cluster/crawl-record.ts');
  const { lastAsked } = await import('../../reports/runs.ts');
  const store = await (isShared ? openCrawlsOwn(db) : openStoreToRead(db)).catch((error: unknown) => {
    if (error instanceof BadInput) return undefined;
    throw error;
  });
  try {
    return store && lastAsked(store);
  } finally {
    await store?.close();
  }
}

/**
 * Returns the options that a command uses again from the last run on its database.
 * @throws BadInput for a remembered option that can't be used again
 */
export async function recall(asked: AskedOptions, schema: Options): Promise<Memory> {
  const db = schema.shape.db?.safeParse(asked.db).data;
  const before = typeof db === 'string' ? await lastOf(db) : undefined;
  if (!before) return { ...noMemory, asked };
  const keys = rememberedKeys(schema);
  const isOpen = (key: string) =>
    keys.includes(key) && !(key in asked) && !(key === 'proxy' && process.env.FORAGER_PROXY !== undefined);
  const recalled = Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => isOpen(key) && schema.shape[key]?.safeParse(value).success === true,
    ),
  );
  for (const key of files) {
    const file = recalled[key];
    if (typeof file === 'string' && !existsSync(file)) throw new BadInput(`${gone(schema, key, file)}`);
  }
  if ('proxy' in recalled && before[PROXY_LOGIN] === true)
    throw new BadInput(
      `--proxy ${String(recalled.proxy)} needs a name and password, which are not stored: give --proxy or FORAGER_PROXY again, or --no-proxy`,
    );
  return { asked, before, recalled };
}

const gone = (schema: Options, key: string, file: string): string => {
  const option = flagText(schema, key, file).split(' ')[0] ?? '';
  return `${option}: no file ${file}, which the last run used: give another file, or ${option.replace('--', '--no-')}`;
};

/** Returns the options that the next run uses again, without secrets. */
export function toRemember(
  { asked, before = {}, recalled }: Memory,
  schema: Options,
  proxy: string | undefined,
): AskedOptions {
  const keys = rememberedKeys(schema);
  // Options that this command does not know stay unchanged.
  const others = Object.entries(before).filter(([key]) => !keys.includes(key) && key !== PROXY_LOGIN);
  const own = Object.entries({ ...recalled, ...asked }).filter(
    ([key, value]) =>
      keys.includes(key) && key !== 'proxy' && !isTakenBack(schema, key, value) && !isUsual(schema, key, value),
  );
  const named = own.map(([key, value]) => [key, files.includes(key) ? resolve(String(value)) : value] as const);
  return { ...Object.fromEntries([...others, ...named]), ...(proxy === undefined ? {} : withoutLogin(proxy)) };
}

/** Tells whether a switch has its default value. */
const isUsual = (schema: Options, key: string, value: unknown): boolean =>
  typeof value === 'boolean' && schema.shape[key]?.safeParse(undefined).data === value;

function withoutLogin(proxy: string): AskedOptions {
  const url = parseUrl(proxy);
  if (!url) return {};
  const hasLogin = url.username !== '' || url.password !== '';
  url.username = '';
  url.password = '';
  return { proxy: url.href.replace(/\/$/, ''), ...(hasLogin ? { [PROXY_LOGIN]: true } : {}) };
}

/** Returns one line that names the options used again and the new ones; undefined if there are none. */
export function memoryLine({ asked, before, recalled }: Memory, schema: Options): string | undefined {
  if (!before) return undefined;
  const keys = rememberedKeys(schema);
  const text = (key: string, value: unknown) => flagText(schema, key, value);
  const same = Object.entries(recalled).map(([key, value]) => text(key, value));
  const news = Object.entries(asked).flatMap(([key, value]) => {
    if (!keys.includes(key)) return [];
    const old = key in before ? parsedAs(schema.shape[key], before[key]) : undefined;
    const isBack = isTakenBack(schema, key, value);
    if (isBack) return old === undefined ? [] : [`without ${text(key, before[key])}`];
    if (JSON.stringify(parsedAs(schema.shape[key], value)) === JSON.stringify(old)) return [];
    const how = key === 'proxy' ? withoutLogin(String(value)).proxy : value;
    if (old === undefined) return [`${text(key, how)} (new)`];
    return [`${text(key, how)} instead of ${text(key, before[key]).replace(/^--\S+ /, '')}`];
  });
  const parts = [...(same.length > 0 ? [`${same.join(' ')} (as before)`] : []), ...news];
  return parts.length === 0 ? undefined : `resuming with ${parts.join('; ')}`;
}

const parsedAs = (field: z.ZodType | undefined, value: unknown): unknown => field?.safeParse(value).data;
