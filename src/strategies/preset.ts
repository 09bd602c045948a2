import type { AskedParams } from './read-params.ts';

/** Which reward, site rule and link order go together, by name. */
export interface Preset {
  readonly name: string;
  readonly summary: string;
  readonly reward: string;
  readonly siteRule: string;
  readonly linkOrder: string;
  /** Of its reward, where they are not the defaults. */
  readonly rewardParams?: AskedParams;
  /** Of its site rule, where they are not the defaults. */
  readonly siteRuleParams?: AskedParams;
  /** Lower-case the path of identity keys, as the paper does (BeeBot's step 5). */
  readonly foldCase: boolean;
}
