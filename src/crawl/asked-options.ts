import { z } from 'zod';
import { DEFAULT_CAPTURE } from '../capture/techniques/technique.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';

/** What a command was asked for: values as the command line or a config file has them, by the options' names in camel case. */
export type AskedOptions = Readonly<Record<string, unknown>>;

const told = z.object({ asked: z.record(z.string(), z.unknown()) });

/** What a run's record says of its options where it does not tell which of them were asked for. */
const parts = z
  .object({
    pageLimit: z.number(),
    timeLimit: z.number().transform(inSeconds),
    sitePageLimit: z.number(),
    depth: z.number(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    traps: z.boolean(),
    nofollow: z.array(z.string()),
    delay: z.number().transform(inSeconds),
    robots: z.boolean(),
    allowPrivate: z.boolean(),
    contact: z.string(),
    storageState: z.string(),
    cookies: z.string(),
    hostRules: z.string(),
    render: z.string(),
    capture: z.string(),
    seed: z.number(),
  })
  .partial();

function inSeconds(milliseconds: number): number {
  return milliseconds / 1000;
}

/** Values that nobody has to ask for. */
const usual: AskedOptions = {
  ...{ traps: true, robots: true, allowPrivate: false, hostRules: '' },
  ...{ render: 'browser', capture: DEFAULT_CAPTURE, seed: 1 },
};

/** What the last run of a crawl's database was asked for, nights included; undefined before the first. */
export function lastAsked(store: Store): AskedOptions | undefined {
  const run = runQueries(store).last.get({});
  return run && askedIn(JSON.parse(run.config));
}

/** What a run was asked for, by its record. */
export function askedIn(config: unknown): AskedOptions {
  const { data } = told.safeParse(config);
  if (data) return data.asked;
  const known = Object.entries(parts.catch({}).parse(config));
  const isUsual = (key: string, value: unknown) => usual[key] === value || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(known.filter(([key, value]) => value !== undefined && !isUsual(key, value)));
}

const list = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .default([])
  .catch([]);
const patterns = z.object({ include: list, exclude: list });

/** The patterns that the last run went by, see url/patterns.ts. */
export const lastPatterns = (store: Store): z.infer<typeof patterns> => patterns.parse(lastAsked(store) ?? {});
