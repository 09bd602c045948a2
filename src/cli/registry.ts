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

/** The verbs, under the headings of --help. */
export const chapters: Readonly<Record<string, readonly Verb[]>> = {
  'To crawl:': [crawlVerb, statusVerb, sitesAddVerb, sitesRmVerb, sitesListVerb, sitesImportVerb],
  'To use what was found:': [linksListVerb, linksRmVerb, linksRestoreVerb, exportVerb],
  'To try out and to debug:': [demoVerb, debugVerb],
};

export const verbs: readonly Verb[] = Object.values(chapters).flat();

/** Verbs that stand together: `sites add`, `sites rm`. */
export const groups: Readonly<Record<string, string>> = {
  sites: 'which sites belong to a crawl: add, rm, list, import',
  links: 'the links that were found: list, rm (delete), restore',
};
