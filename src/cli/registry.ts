import type { Verb } from './verb.ts';
import { crawlVerb } from './verbs/crawl.ts';
import { debugVerb } from './verbs/debug.ts';
import { demoVerb } from './verbs/demo.ts';
import { exportVerb } from './verbs/export.ts';
import { linksListVerb } from './verbs/links-list.ts';
import { linksRestoreVerb } from './verbs/links-restore.ts';
import { linksRmVerb } from './verbs/links-rm.ts';
import { sitesAddVerb } from './verbs/sites-add.ts';
import { sitesImportVerb } from './verbs/sites-import.ts';
import { sitesListVerb } from './verbs/sites-list.ts';
import { sitesRmVerb } from './verbs/sites-rm.ts';
import { statusVerb } from './verbs/status.ts';

export const verbs: readonly Verb[] = [
  crawlVerb,
  statusVerb,
  sitesAddVerb,
  sitesRmVerb,
  sitesListVerb,
  sitesImportVerb,
  linksListVerb,
  linksRmVerb,
  linksRestoreVerb,
  exportVerb,
  debugVerb,
  demoVerb,
];

/** Verbs that stand together: `sites add`, `sites rm`. */
export const groups: Readonly<Record<string, string>> = {
  sites: 'which sites belong to a crawl',
  links: 'look at the links that were found, delete some, bring them back',
};
