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
import { DEFAULT_STRATEGY, type StrategyChoice } from '../../strategies/strategy.ts';
import { names } from './shared-options.ts';

const parameters = parametersBy((text) => text).default({});

const parameterOf = (member: string) =>
  flag(parameters, {
    of: 'database',
    value: 'NAME=VALUE',
    description: `set a parameter of the ${member}; see forager strategies NAME`,
    repeatable: true,
  });

/** Topic of the crawl. */
export const topicOption = flag(words.text.optional(), {
  of: 'database',
  value: 'FILE|NAME',
  description: 'topic of the crawl: a topic file (YAML) or a built-in topic; see forager topics list',
});

export const strategyOptions = grouped('Strategy', {
  strategy: flag(z.string().optional(), {
    of: 'database',
    common: true,
    value: 'NAME',
    defaultText: `that of the last run, or ${DEFAULT_STRATEGY}`,
    description: 'how to choose the next page; see forager strategies',
  }),
  reward: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    defaultText: "the strategy's",
    description: `what a page is worth: ${names(rewards)}`,
  }),
  siteRule: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    defaultText: "the strategy's",
    description: `which site to visit next: ${names(siteRules)}`,
  }),
  linkOrder: flag(z.string().optional(), {
    of: 'database',
    value: 'NAME',
    defaultText: "the strategy's",
    description: `which link of that site to visit next: ${names(linkOrders)}`,
  }),
  rewardParam: parameterOf('reward'),
  siteRuleParam: parameterOf('site rule'),
  linkOrderParam: parameterOf('link order'),
  param: flag(parameters, {
    of: 'database',
    value: 'NAME=VALUE',
    description: 'alias of --site-rule-param',
    repeatable: true,
  }),
  topic: topicOption,
  budgetBy: flag(oneOf(['pages', 'time'], 'must be pages or time').text.optional(), {
    of: 'database',
    value: 'WHAT',
    defaultText: 'pages',
    description: 'what site rule best-first saves: pages, or time, so that slow sites must bring more',
  }),
  prior: flag(words.text.optional(), {
    of: 'database',
    value: 'FILE|none',
    defaultText: 'forager, the built-in one',
    description: 'what link order learned knows from other sites: a file written by forager lab train, or none',
  }),
});

type Given = z.infer<z.ZodObject<typeof strategyOptions>>;

/** Returns the topic with this name. @throws BadInput for an unknown or invalid topic */
export async function givenTopic(topic: string | undefined): Promise<TopicDefinition | undefined> {
  if (topic === undefined) return undefined;
  const { topicNamed } = await import('../../topics/topic-file.ts');
  return topicNamed(topic);
}

/**
 * Returns the strategy that the options choose.
 * @throws BadInput if `--param` and `--site-rule-param` give one parameter different values
 */
export async function choiceOf(given: Given): Promise<StrategyChoice> {
  const { strategy, reward, siteRule, linkOrder, rewardParam, siteRuleParam, param, budgetBy, prior } = given;
  for (const [name, value] of Object.entries(param)) {
    const other = siteRuleParam[name];
    if (other !== undefined && String(other) !== String(value))
      throw new BadInput(
        `--param ${name}=${value} and --site-rule-param ${name}=${other}: these are the same option; give one value`,
      );
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
