import { readFileSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright';
import { z } from 'zod';
import { BadInput, messageOf } from '../../domain/errors.ts';

/** Storage state as written and read by Playwright. */
export type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string().min(1),
  path: z.string().default('/'),
  /** Seconds since the epoch; -1 for the end of the session. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).default('Lax'),
});

const storageState = z.object({
  cookies: z.array(cookie).default([]),
  origins: z
    .array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      }),
    )
    .default([]),
});

/** Content of a session file. */
export interface SessionFile {
  /** Option that names the file. */
  readonly option: '--storage-state' | '--cookies';
  readonly file: string;
  readonly state: StorageState;
}

/**
 * Reads the session of a logged-in user: Playwright's storage state (JSON) and Netscape's cookie file, as of curl, wget
 * and browser extensions; undefined without files.
 *
 * @throws BadInput naming the file, and the invalid line
 */
export function readSession(stateFile: string | undefined, cookiesFile: string | undefined): StorageState | undefined {
  return joined(readSessionFiles(stateFile, cookiesFile));
}

/** Reads each file of a session; empty without files. */
export function readSessionFiles(stateFile: string | undefined, cookiesFile: string | undefined): SessionFile[] {
  const files: SessionFile[] = [];
  if (stateFile !== undefined) files.push({ option: '--storage-state', file: stateFile, state: readState(stateFile) });
  if (cookiesFile !== undefined) {
    const state = { cookies: readCookies(cookiesFile), origins: [] };
    files.push({ option: '--cookies', file: cookiesFile, state });
  }
  return files;
}

/** Returns the joined content of session files; undefined without files. */
export function joined(files: readonly SessionFile[]): StorageState | undefined {
  if (files.length === 0) return undefined;
  return {
    cookies: files.flatMap(({ state }) => state.cookies),
    origins: files.flatMap(({ state }) => state.origins),
  };
}

function readState(file: string): z.infer<typeof storageState> {
  let content: unknown;
  try {
    content = JSON.parse(read(file, '--storage-state'));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`--storage-state: ${file} is no JSON`);
  }
  const state = storageState.safeParse(content);
  if (state.success) return state.data;
  const [issue] = state.error.issues;
  throw new BadInput(
    `--storage-state: ${file} is no storage state of Playwright: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

/** Reads lines of tab-separated fields: domain, sub-domains (TRUE or FALSE), path, https only, expiry, name, value. */
function readCookies(file: string): z.infer<typeof cookie>[] {
  const cookies: z.infer<typeof cookie>[] = [];
  for (const [index, line] of read(file, '--cookies').split(/\r?\n/).entries()) {
    const httpOnly = line.startsWith(HTTP_ONLY);
    if (line.trim() === '' || (line.startsWith('#') && !httpOnly)) continue;
    const [domain = '', subdomains, path, secure, expiry, name = '', value] = line
      .slice(httpOnly ? HTTP_ONLY.length : 0)
      .split('\t');
    const seconds = Number(expiry);
    if (value === undefined || !Number.isFinite(seconds) || domain === '') {
      throw new BadInput(`--cookies: ${file}: line ${index + 1} is no cookie: seven fields with tabs between are`);
    }
    const host = domain.replace(/^\./, '');
    cookies.push({
      name,
      value,
      domain: subdomains === 'TRUE' ? `.${host}` : host,
      path: path || '/',
      expires: seconds === 0 ? -1 : seconds,
      httpOnly,
      secure: secure === 'TRUE',
      sameSite: 'Lax',
    });
  }
  return cookies;
}

const HTTP_ONLY = '#HttpOnly_';

function read(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const why = messageOf(error);
    throw new BadInput(isMissing ? `${option}: no file ${file}` : `${option}: can't read ${file}: ${why}`);
  }
}
