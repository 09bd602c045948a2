import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { delayPlaces, renderChoices } from '../capture/capture.ts';
import { techniques } from '../capture/techniques/registry.ts';
import { captureLevels, DEFAULT_CAPTURE } from '../capture/techniques/technique.ts';
import { flag, grouped, positive, seconds, wholeNumber } from './options.ts';
import { names } from './shared-options.ts';

const SLOW_MO_RANGE = 'must be between 0 and 10000';

/** How servers are spared, and which are asked at all. */
export const politenessOptions = grouped('Politeness', {
  delay: flag(seconds.optional(), {
    value: 'SECONDS',
    description: 'from one request to a host to the next; 1 if not given, 0 on this machine',
  }),
  delayBy: flag(z.enum(delayPlaces, `must be one of ${delayPlaces.join(', ')}`).default('host'), {
    value: 'PLACE',
    description: 'which hosts share one delay: host, each its own; address, all that DNS leads to one address',
  }),
  robots: flag(z.boolean().default(true), { description: 'ignore robots.txt' }),
  allowPrivate: flag(z.boolean().default(false), {
    description: 'ask servers at private, loopback and link-local addresses, too',
  }),
});

/** What is done to find links, and how a person follows what the browser does. */
export const readingOptions = grouped('Browser', {
  capture: flag(z.string().optional(), {
    value: 'LEVEL',
    description: `what is done to find links: ${captureLevels.join(', ')}; then ,+NAME or ,-NAME for each of ${names(techniques)}; if not given, ${DEFAULT_CAPTURE}, or passive with a session`,
  }),
  devtools: flag(z.boolean().default(false), { description: 'show the browser with its developer tools' }),
  slowMo: flag(wholeNumber.min(0, SLOW_MO_RANGE).max(10_000, SLOW_MO_RANGE).default(0), {
    value: 'MS',
    description: 'pause before and after each page, in milliseconds',
  }),
});

const browserOptions = grouped('Browser', {
  workers: flag(positive.max(64, 'must be at most 64').default(Math.max(2, availableParallelism())), {
    value: 'N',
    description: 'pages visited at the same time, on different hosts',
  }),
  render: flag(z.enum(renderChoices, `must be one of ${renderChoices.join(', ')}`).default('browser'), {
    value: 'HOW',
    description:
      'browser: pages as Chromium shows them; http: pages as they come, no scripts run; adaptive: in Chromium only where that finds other links',
  }),
  headed: flag(z.boolean().default(false), { description: 'show the browser' }),
  ...readingOptions,
});

export const logOptions = grouped('Logs, on stderr', {
  quiet: flag(z.boolean().default(false), { description: 'no progress, only warnings and errors' }),
  verbose: flag(z.boolean().default(false), { description: 'a line for every page' }),
  logFormat: flag(z.enum(['json', 'pretty'], 'must be json or pretty').default('pretty'), {
    value: 'FORMAT',
    description: 'pretty lines, or json: one object a line',
  }),
});

const PORT_RANGE = 'must be between 0 and 65535';

/** A port of this machine. */
export const portNumber = wholeNumber.min(0, PORT_RANGE).max(65_535, PORT_RANGE);

export const monitoringOptions = grouped('Monitoring', {
  metrics: flag(portNumber.optional(), {
    value: 'PORT',
    description: 'serve /metrics for Prometheus, and /healthz, on this port of 127.0.0.1; 0 takes a free one',
  }),
});

/** What every crawl has, of whatever sites. */
export const runOptions = {
  ...browserOptions,
  ...logOptions,
  seed: flag(wholeNumber.default(1), { value: 'N', description: 'random seed' }),
};
