import { techniques } from '../../capture/find/registry.ts';
import { captureLevels } from '../../capture/find/technique.ts';
import { browserOptions, crawlOptions, networkOptions, reachOptions } from '../../options/crawl.ts';
import { flagsOf } from '../../options/option.ts';
import { names } from './shared-options.ts';

const parts = { levels: captureLevels.join(', '), techniques: names(techniques) };

/** Options of a crawl for its commands, and some groups of these options. */
export const crawlFlags = flagsOf(crawlOptions, parts);
export const reachFlags = flagsOf(reachOptions, parts);
export const browserFlags = flagsOf(browserOptions, parts);
export const networkFlags = flagsOf(networkOptions);
