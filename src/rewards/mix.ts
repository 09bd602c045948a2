import { z } from 'zod';
import { unknownName } from '../domain/errors.ts';
import type { Maker } from '../domain/rule-factory.ts';
import { type Reward, reward } from './reward.ts';

/**
 * Weighted sum of other rewards with default parameters: the weighted sum method for several objectives (Zadeh 1963,
 * "Optimality and non-scalar-valued performance criteria", IEEE Transactions on Automatic Control 8).
 * Weighs the yield of single pages, and does not balance that of the whole crawl.
 */
export const mixOf = (members: readonly Maker<Reward>[]): Maker<Reward> =>
  reward({
    name: 'mix',
    summary: 'a weighted sum of other rewards',
    source: 'Zadeh 1963, "Optimality and non-scalar-valued performance criteria"',
    params: z.strictObject({
      weights: z
        .string()
        .superRefine((text, context) => {
          const fault = faultOf(text, members);
          if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
        })
        .default('new-external-links=1,documents=10')
        .describe('REWARD=WEIGHT, comma-separated; weights are at least 0'),
    }),
    make({ weights }, tools) {
      const parts = partsOf(weights).flatMap(({ name, weight }) => {
        const maker = members.find((member) => member.name === name);
        return maker ? [{ weight, member: maker.make({}, tools) }] : [];
      });
      return {
        of: (visit, page) => parts.reduce((sum, { weight, member }) => sum + weight * member.of(visit, page), 0),
      };
    },
  });

/** Parses names and weights; invalid weights become NaN. */
const partsOf = (text: string): { readonly name: string; readonly weight: number }[] =>
  text.split(',').map((part) => {
    const [, name = part.trim(), weight = 'none'] = /^\s*([\w-]+)\s*=\s*(\d+\.?\d*|\.\d+)\s*$/.exec(part) ?? [];
    return { name, weight: Number(weight) };
  });

function faultOf(text: string, members: readonly Maker<Reward>[]): string | undefined {
  const parts = partsOf(text);
  const names = members.map(({ name }) => name);
  const odd = parts.find(({ weight }) => Number.isNaN(weight));
  if (odd) return `"${odd.name}" is no REWARD=WEIGHT, such as documents=10`;
  const unknown = parts.find(({ name }) => !names.includes(name));
  if (unknown?.name === 'mix') return 'a mix is no part of a mix';
  if (unknown) return unknownName('reward', unknown.name, names);
  const twice = parts.find(({ name }, place) => parts.findIndex((other) => other.name === name) < place);
  return twice && `"${twice.name}" stands there twice`;
}
