import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BadInput, messageOf } from '../../domain/errors.ts';

/** What words were worth on other webs: by how much ln(1 + value) of a link is larger that has one of them. */
const priorFile = z.strictObject({
  format: z.literal('forager-prior-1'),
  /** The webs that it was learned from. */
  webs: z.array(z.string()),
  anchor: z.record(z.string(), z.number()),
  address: z.record(z.string(), z.number()),
});
export type Prior = z.infer<typeof priorFile>;

/** The name of the prior that comes with Forager. */
export const SHIPPED = 'forager';
/** data/prior.json of the checkout or the package. */
const shipped = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'prior.json');

/** Whether a choice names a file. */
export const isPriorFile = (choice: string): boolean => choice !== SHIPPED && choice !== 'none';

/**
 * @param choice `forager`: the one that comes with it; `none`; or a file that `forager lab train` wrote
 * @throws BadInput for a file that can't be read or is no prior
 */
export function readPrior(choice: string): Prior | undefined {
  if (choice === 'none') return undefined;
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(choice === SHIPPED ? shipped() : choice, 'utf8'));
  } catch (error) {
    const reason = messageOf(error);
    throw new BadInput(`prior ${choice}: can't read it: ${reason}; name a file written by forager lab train, or none`);
  }
  const parsed = priorFile.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new BadInput(`prior ${choice}: not a file written by forager lab train; name one, or none`);
}
