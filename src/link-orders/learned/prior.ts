import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BadInput, messageOf } from '../../domain/errors.ts';

/** Weights of words on other webs: the increase of ln(1 + value) for links with the word. */
const priorFile = z.strictObject({
  format: z.literal('forager-prior-1'),
  /** Names of the webs behind the weights. */
  webs: z.array(z.string()),
  anchor: z.record(z.string(), z.number()),
  address: z.record(z.string(), z.number()),
});
export type Prior = z.infer<typeof priorFile>;

/** Name of the built-in prior. */
export const SHIPPED = 'forager';
/** Path of data/prior.json in the checkout or the package. */
const shipped = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('forager/package.json')), 'data', 'prior.json');

/** Tells whether a choice names a file. */
export const isPriorFile = (choice: string): boolean => choice !== SHIPPED && choice !== 'none';

/**
 * @param choice `forager`: built in; `none`; or a file written by `forager lab train`
 * @throws BadInput for an unreadable or invalid file
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
