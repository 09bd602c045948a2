import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { BadInput } from '../domain/errors.ts';
import type { LinkOrder } from '../link-orders/link-order.ts';
import { linkOrders } from '../link-orders/registry.ts';
import { rewards } from '../rewards/registry.ts';
import type { Reward } from '../rewards/reward.ts';
import { siteRules } from '../site-rules/registry.ts';
import type { SiteRule } from '../site-rules/site-rule.ts';
import { presets } from './registry.ts';

/** Which reward, site rule and link order go together, by name. */
export interface Preset {
  readonly name: string;
  readonly summary: string;
  readonly reward: string;
  readonly siteRule: string;
  readonly linkOrder: string;
  /** Lower-case the path of identity keys, as the paper does (BeeBot's step 5). */
  readonly foldCase: boolean;
}

/** What a user asks for: a preset, and what is to differ from it. */
export interface StrategyChoice {
  /** Undefined: the default, or that of the crawl's last run. */
  readonly strategy: string | undefined;
  readonly reward?: string | undefined;
  readonly siteRule?: string | undefined;
  readonly linkOrder?: string | undefined;
  /** Parameters of the site rule, as written on the command line. */
  readonly params: Readonly<Record<string, number>>;
}

/** The preset of a crawl that names none. */
export const DEFAULT_STRATEGY = 'beebot';

/** The three answers, ready to use, and their names for the record. */
export interface Strategy {
  readonly reward: Reward;
  readonly siteRule: SiteRule;
  readonly linkOrder: LinkOrder;
  readonly foldCase: boolean;
  /** What it was made from, with the preset's name. */
  readonly choice: StrategyChoice;
  readonly names: {
    readonly reward: string;
    readonly siteRule: string;
    readonly linkOrder: string;
    readonly params: Readonly<Record<string, unknown>>;
  };
}

/**
 * @throws BadInput for an unknown name (the nearest one is suggested), an unknown or impossible parameter, and a rule
 * that divides a page budget where there is none.
 */
export function makeStrategy(choice: StrategyChoice, pageLimit: number | undefined): Strategy {
  const preset = named('strategy', presets, choice.strategy ?? DEFAULT_STRATEGY);
  const reward = named('reward', rewards, choice.reward ?? preset.reward);
  const rule = named('site rule', siteRules, choice.siteRule ?? preset.siteRule);
  const order = named('link order', linkOrders, choice.linkOrder ?? preset.linkOrder);
  if (rule.needsPageLimit && pageLimit === undefined) {
    throw new BadInput(`site rule ${rule.name} divides a budget of pages: set --page-limit`);
  }
  const params = rule.params.safeParse(choice.params);
  if (!params.success) {
    throw new BadInput(
      `--param for site rule ${rule.name}: ${z.prettifyError(params.error).replace(/\s*\n\s*/g, ' ')}`,
    );
  }
  return {
    reward,
    siteRule: rule.make(params.data),
    linkOrder: order.make(),
    foldCase: preset.foldCase,
    choice: { ...choice, strategy: preset.name },
    names: { reward: reward.name, siteRule: rule.name, linkOrder: order.name, params: params.data },
  };
}

function named<T extends { readonly name: string }>(what: string, members: readonly T[], name: string): T {
  const found = members.find((member) => member.name === name);
  if (found) return found;
  const names = members.map((member) => member.name);
  throw new BadInput(
    `unknown ${what} "${name}": did you mean "${closest(name, names)}"? There are: ${names.join(', ')}`,
  );
}
