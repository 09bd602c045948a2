import { BadInput } from '../domain/errors.ts';
import type { NightOptions } from '../options/night.ts';
import type { Store } from '../storage/open.ts';
import { seedQueries } from '../storage/seeds.ts';
import { chosenRule } from './chosen-rule.ts';

/** @throws BadInput for a rule or a parameter that can't be, and for a night without a limit */
export function refuseImpossible(asked: NightOptions): void {
  if (asked.pageLimit === undefined && asked.timeLimit === undefined)
    throw new BadInput('how much may the night take? Give --page-limit or --time-limit');
  if (asked.rule !== undefined) chosenRule(asked.rule, asked.param);
}

/** @throws BadInput where no page was read yet */
export function refuseEmpty(store: Store, db: string): void {
  const pages = seedQueries(store)
    .all.all({})
    .reduce((sum, site) => sum + (site.removed === null ? site.pages : 0), 0);
  if (pages === 0) throw new BadInput(`nothing was crawled yet: ${db} holds no pages; forager crawl comes first`);
}
