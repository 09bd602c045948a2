import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { renderings } from '../capture/capture.ts';
import { DEFAULT_CAPTURE } from '../capture/techniques/choice.ts';
import { techniques } from '../capture/techniques/registry.ts';
import { captureLevels } from '../capture/techniques/technique.ts';
import { scopeKinds } from '../domain/site.ts';
import { parseUrl } from '../url/parse.ts';
import { flag, grouped, positive, wholeNumber } from './options.ts';

const SLOW_MO_RANGE = 'must be between 0 and 10000';

/** Their names, for --help. */
export const names = (members: readonly { readonly name: string }[]): string =>
  members.map(({ name }) => name).join(', ');

/** One proxy for all: with a name and password in it, it is a secret, so the environment may tell it. */
const proxyAddress = z
  .string()
  .optional()
  .transform((given, context) => {
    const address = given ?? process.env.FORAGER_PROXY;
    if (address === undefined || /^https?:$/.test(parseUrl(address)?.protocol ?? '')) return address;
    const where = given === undefined ? 'FORAGER_PROXY ' : '';
    context.addIssue({ code: 'custom', message: `${where}must be http://host:port` });
    return z.NEVER;
  });

export const scopeOption = flag(z.enum(scopeKinds, `must be one of ${scopeKinds.join(', ')}`).default('host'), {
  value: 'SCOPE',
  description: 'what belongs to a site: its host, its registrable domain, or the prefix (folder) of its start page',
});

/** How servers are reached, and as whom. */
export const reachOptions = grouped('Network', {
  contact: flag(
    z
      .string()
      .regex(/^[!-'*-~]+$/, 'must be an address, such as mailto:me@example.edu')
      .optional(),
    { value: 'ADDRESS', description: 'how servers can reach you: a page or mail address for the user agent' },
  ),
  proxy: flag(proxyAddress, { value: 'URL', description: 'proxy for all requests; FORAGER_PROXY if not given' }),
  storageState: flag(z.string().optional(), {
    value: 'FILE',
    description: 'cookies and local storage of a session, as Playwright saves them, to read pages behind a login',
  }),
  cookies: flag(z.string().optional(), {
    value: 'FILE',
    description: 'cookies.txt, as curl and browser extensions write it',
  }),
  hostRules: flag(z.string().default(''), {
    value: 'RULES',
    description: 'where host names lead, as in Chromium: "MAP *.edu.test 127.0.0.1:8088"',
  }),
});

export const commonOptions = {
  db: flag(z.string().min(1, 'must not be empty').default('data/forager.sqlite'), {
    value: 'FILE',
    description: 'database of the crawl',
  }),
  json: flag(z.boolean().default(false), { description: 'print the result as one JSON document' }),
};

/** What is done to find links, and how a person follows what the browser does. */
export const readingOptions = grouped('Browser', {
  capture: flag(z.string().default(DEFAULT_CAPTURE), {
    value: 'LEVEL',
    description: `what is done to find links: ${captureLevels.join(', ')}; then ,+NAME or ,-NAME for each of ${names(techniques)}`,
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
  render: flag(z.enum(renderings, 'must be browser or http').default('browser'), {
    value: 'HOW',
    description: 'browser: pages as Chromium shows them; http: pages as they come, no scripts run',
  }),
  headed: flag(z.boolean().default(false), { description: 'show the browser' }),
  ...readingOptions,
});

const logOptions = grouped('Logs, on stderr', {
  quiet: flag(z.boolean().default(false), { description: 'no progress, only warnings and errors' }),
  verbose: flag(z.boolean().default(false), { description: 'a line for every page' }),
  logFormat: flag(z.enum(['json', 'pretty'], 'must be json or pretty').default('pretty'), {
    value: 'FORMAT',
    description: 'pretty lines, or json: one object a line',
  }),
});

/** What every crawl has, of whatever sites. */
export const runOptions = {
  ...browserOptions,
  ...logOptions,
  seed: flag(wholeNumber.default(1), { value: 'N', description: 'seed of all chance' }),
};
