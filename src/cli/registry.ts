import type { Verb } from './verb.ts';
import { crawlVerb } from './verbs/crawl.ts';
import { debugVerb } from './verbs/debug.ts';
import { demoVerb } from './verbs/demo.ts';
import { statusVerb } from './verbs/status.ts';

export const verbs: readonly Verb[] = [crawlVerb, statusVerb, demoVerb, debugVerb];
