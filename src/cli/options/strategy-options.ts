import { resolve } from 'node:path';
import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import type { TopicDefinition } from '../../domain/topic.ts';
import { isPriorFile } from '../../link-orders/learned/prior.ts';
import { linkOrders } from '../../link-orders/registry.ts';
import { oneOf, parametersBy, words } from '../../options/kinds.ts';
import { flag, grouped } from '../../options/option.ts';
import { rewards } from '../../rewards/registry.ts';
import { siteRules } from '../../site-rules/registry.ts';
import { presets } from '../../strategies/registry.ts';
import { DEFAULT_STRATEGY, type StrategyChoice } from '../../strategies/strategy.ts';
import { names } from './shared-options.ts';

const parameters = parametersBy((text) => text).default({});

const parameterOf = (member: string) =>
  flag(parameters, {
    of: 'database',
    value: 'NAME=VALUE',
    description: `parameter of the ${member}, see below; again for each`,
    repeatable: true,
  });

/** What is looked for. */
export const topicOption = flag(words.text.optional(), {
  of: 'database',
  value: 'FILE|NAME',
  description:
    'what the crawl is about: a topic file (YAML), or the name of one that comes along; see forager topics list',
});

export const strategyOptions = grouped('Strategy', {
  strategy: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    description: `${names(presets)}; if not given, that of the crawl's last run, or ${DEFAULT_STRATEGY}`,
  }),
  reward: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    description: `what a page is worth, instead of the strategy's: ${names(rewards)}`,
  }),
  siteRule: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    description: `which site is next, instead of the strategy's: ${names(siteRules)}`,
  }),
  linkOrder: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    description: `which link of it, instead of the strategy's: ${names(linkOrders)}`,
  }),
  rewardParam: parameterOf('reward'),
  siteRuleParam: parameterOf('site rule'),
  linkOrderParam: parameterOf('link order'),
  param: flag(parameters, {
    of: 'database',
    value: 'NAME=VALUE',
    description: 'another name of --site-rule-param',
    repeatable: true,
  }),
  topic: topicOption,
  budgetBy: flag(oneOf(['pages', 'time'], 'must be pages or time').text.optional(), {
    of: 'database',
    value: 'WHAT',
    description:
      'what the crawl is short of, for site rule best-first: pages, or time, so that slow sites must bring more',
  }),
  prior: flag(words.text.optional(), {
    of: 'database',
    value: 'FILE|none',
    description:
      'what words of links were worth on other webs, for link order learned: a file of lab train, none, or forager for what comes along',
  }),
});

type Given = z.infer<z.ZodObject<typeof strategyOptions>>;

/** @throws BadInput for what is no topic */
export async function givenTopic(topic: string | undefined): Promise<TopicDefinition | undefined> {
  if (topic === undefined) return undefined;
  const { topicNamed } = await import('../../topics/topic-file.ts');
  return topicNamed(topic);
}

/** @throws BadInput where the two names of the site rule's parameters have different values for one */
export async function choiceOf(given: Given): Promise<StrategyChoice> {
  const { strategy, reward, siteRule, linkOrder, rewardParam, siteRuleParam, param, budgetBy, prior } = given;
  for (const [name, value] of Object.entries(param)) {
    const other = siteRuleParam[name];
    if (other !== undefined && String(other) !== String(value))
      throw new BadInput(`--param ${name}=${value} and --site-rule-param ${name}=${other}: they are one, give it once`);
  }
  return {
    ...{ strategy, reward, siteRule, linkOrder },
    rewardParams: rewardParam,
    params: { ...siteRuleParam, ...param, ...(budgetBy !== undefined && { by: budgetBy }) },
    linkOrderParams: {
      ...given.linkOrderParam,
      ...(prior !== undefined && { prior: isPriorFile(prior) ? resolve(prior) : prior }),
    },
    topic: await givenTopic(given.topic),
  };
}

/** The parameters of all members that have some, for --help. */
export function parameterHelp(): string {
  const kinds = [
    ['reward', rewards],
    ['site rule', siteRules],
    ['link order', linkOrders],
  ] as const;
  const lines = kinds.flatMap(([kind, members]) =>
    members.flatMap(({ name, params }) => {
      const defaults = params.safeParse({}).data ?? {};
      return Object.entries(params.shape).map(([parameter, schema]) => {
        const field: z.ZodType = schema;
        const value = defaults[parameter];
        const text = value === undefined ? '' : ` (default: ${value})`;
        return `  ${kind} ${name}: ${parameter}, ${field.description ?? ''}${text}`;
      });
    }),
  );
  return `\nParameters:\n${lines.join('\n')}\n`;
}
