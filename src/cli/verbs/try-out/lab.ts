import { z } from 'zod';
import { ExitCode } from '../../../domain/errors.ts';
import { counted } from '../../../domain/wording.ts';
import { type NamedStrategy, splits } from '../../../lab/tasks.ts';
import { oneOf, positive, words } from '../../../options/kinds.ts';
import { flag, grouped } from '../../../options/option.ts';
import { revisitRules } from '../../../revisit-rules/registry.ts';
import { rewards } from '../../../rewards/registry.ts';
import { strategyNamed } from '../../../strategies/strategy.ts';
import { commonOptions, fileOption, logOptions, offSwitch } from '../../options/shared-options.ts';
import { topicOption } from '../../options/strategy-options.ts';
import { verb } from '../../verb.ts';

/** List of strategy names, separated by commas; duplicates are dropped. */
export const strategyList = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .transform((texts, context) => {
    const trimmed = [...new Set(texts.map((text) => text.trim()))];
    const strategies = trimmed.flatMap((name): NamedStrategy[] => {
      const choice = strategyNamed(name);
      return choice ? [{ name, choice }] : [];
    });
    if (strategies.length === trimmed.length) return strategies;
    context.addIssue({
      code: 'custom',
      message: 'write NAME,NAME or NAME:PARAMETER=VALUE, as in beebot:reward=documents:reward.types=pdf+csv',
    });
    return z.NEVER;
  });

/** Numbers of pages, ascending, without duplicates. */
const pageLimits = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : typeof given === 'number' ? [given] : given),
    z.array(positive),
  )
  .transform((limits) => [...new Set(limits)].sort((a, b) => a - b));

/** Options that all commands of the lab have. */
const labOptions = {
  ...grouped('Webs', {
    web: flag(
      z.union(
        [z.string().transform((one) => [one]), z.array(z.string())],
        'is required, for example --web data/demo.sqlite',
      ),
      {
        common: true,
        value: 'FILE',
        description:
          'web to replay: database of a crawl, recorded pages (.jsonl, .jsonl.gz), a folder of these, or a synthetic web (.yaml)',
        repeatable: true,
        variadic: true,
      },
    ),
    split: flag(oneOf(splits).text.optional(), {
      value: 'HOW',
      description:
        'split each recorded site: by host, by first folder (prefix), or into folders of 25 to 400 pages (section)',
    }),
    name: flag(words.text.optional(), {
      value: 'NAME',
      defaultText: 'its files',
      description: 'name of the web in the results',
    }),
  }),
  topic: topicOption,
  measure: flag(z.enum(rewards.map(({ name }) => name)).default('new-external-links'), {
    value: 'REWARD',
    description: 'reward to compare all strategies by',
  }),
  pageLimit: flag(pageLimits.default([500, 1000, 2000]), {
    common: true,
    value: 'LIST',
    defaultText: '500,1000,2000',
    description: 'page budgets to compare, comma-separated',
  }),
  workers: flag(positive.max(64, 'must be at most 64').default(1), {
    value: 'N',
    description: 'pages in flight at the same time',
  }),
  json: commonOptions.json,
  ...logOptions,
};

const compareOptions = z.strictObject({
  ...labOptions,
  strategies: flag(strategyList.optional(), {
    common: true,
    value: 'LIST',
    defaultText: 'all; with --topic, those for a topic too',
    description:
      'strategies to compare, comma-separated, with parameters after a colon: beebot,beebot-universities:m=2',
  }),
  seeds: flag(positive.max(1000, 'must be at most 1000').default(8), {
    common: true,
    value: 'N',
    description: 'replays of each strategy, with other orders of the sites or other synthetic webs',
  }),
  csv: fileOption('write the table to this CSV file'),
  html: fileOption('write a report with curves to this HTML file'),
  explain: fileOption('only write every decision of the first replay to this CSV file; - is stdout'),
  force: offSwitch('overwrite existing files'),
});

export type LabOptions = z.infer<typeof compareOptions>;

export const labVerb = verb({
  name: 'lab',
  summary: 'replay strategies on recorded or synthetic webs, and compare them',
  options: compareOptions,
  examples: [
    'forager lab --web data/demo.sqlite --page-limit 200,500,1000',
    'forager lab --web data/webs/beebot-mixed.yaml --strategies beebot-trivial,beebot-institutes:n=20,beebot-universities --page-limit 2000 --html data/lab.html',
    'forager lab --web data/demo.sqlite --strategies beebot,beebot-universities --explain decisions.csv',
  ],
  run: async (given) => (await import('../../lab/compare.ts')).runLab(given),
});

const adviseOptions = z.strictObject({
  ...labOptions,
  trials: flag(positive.default(20), {
    value: 'N',
    description: 'random halves of the sites to try each strategy on',
  }),
});
export type LabAdviseOptions = z.infer<typeof adviseOptions>;

export const labAdviseVerb = verb({
  name: 'lab advise',
  summary: 'say which strategy suits these sites best, and how sure that is',
  options: adviseOptions,
  examples: ['forager lab advise --web data/demo.sqlite --page-limit 1000'],
  run: async (given) => (await import('../../lab/advise.ts')).runAdvise(given),
});

/** Shares such as `5%,10%` or `0.05`. */
const shares = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : typeof given === 'number' ? [given] : given),
    z.array(z.union([z.string(), z.number()])),
  )
  .transform((texts, context) => {
    const values = texts.map((text) => {
      const parts = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(String(text));
      return parts ? Number(parts[1]) / (parts[2] ? 100 : 1) : Number.NaN;
    });
    if (values.length > 0 && values.every((value) => value > 0 && value <= 1)) return [...new Set(values)];
    context.addIssue({ code: 'custom', message: 'must be shares of the pages, such as 5%,10%' });
    return z.NEVER;
  });

const recrawlOptions = z.strictObject({
  web: fileOption('database of a crawl that was recrawled'),
  synthetic: fileOption('spec of a synthetic changing web (.yaml, .json)'),
  steps: flag(positive.optional(), {
    value: 'N',
    defaultText: 'as recorded',
    description: 'recrawl runs to simulate',
  }),
  budget: flag(shares.default([0.1]), {
    value: 'LIST',
    defaultText: '10%',
    description: 'share of the pages to revisit in each run, comma-separated',
  }),
  rules: flag(z.string().default(revisitRules.map(({ name }) => name).join(',')), {
    value: 'LIST',
    defaultText: 'all',
    description: 'revisit rules to compare, comma-separated, with parameters after a colon: fresh,scent:delta=0.1',
  }),
  seeds: flag(positive.max(1000, 'must be at most 1000').default(3), {
    value: 'N',
    description: 'number of synthetic webs',
  }),
  csv: fileOption('write the table to this CSV file'),
  html: fileOption('write a report with curves to this HTML file'),
  force: offSwitch('overwrite existing files'),
  json: commonOptions.json,
  ...logOptions,
});
export type LabRecrawlOptions = z.infer<typeof recrawlOptions>;

export const labRecrawlVerb = verb({
  name: 'lab recrawl',
  summary: 'compare how fresh the revisit rules keep a changing web',
  options: recrawlOptions,
  examples: [
    'forager lab recrawl --synthetic data/changing-webs/mixed.yaml --budget 5%,10%,20%',
    'forager lab recrawl --web data/demo.sqlite --rules fresh,uniform',
    'forager lab recrawl --synthetic data/changing-webs/mixed.yaml --rules fresh,scent,scent:delta=0.1 --steps 50 --html data/recrawl.html',
  ],
  run: async (given) => (await import('../../lab/recrawl.ts')).runLabRecrawl(given),
});

const trainOptions = z.strictObject({
  web: labOptions.web,
  split: labOptions.split,
  out: flag(z.string('is required, for example --out mine.json').min(1, 'must not be empty'), {
    value: 'FILE',
    description: 'write to this file, for --prior of forager crawl (required)',
  }),
  force: offSwitch('overwrite an existing file'),
  ...logOptions,
});

export const labTrainVerb = verb({
  name: 'lab train',
  summary: 'learn from finished crawls which links are worth visiting',
  options: trainOptions,
  examples: [
    'forager lab train --web data/demo.sqlite --out data/mine.json',
    'forager lab train --web ../webs --split host --out data/mine.json --force',
  ],
  async run({ web, split, out, force, ...logged }) {
    const { webFiles } = await import('../../../lab/open-world.ts');
    const { trainPrior } = await import('../../../lab/train.ts');
    const { refuseUnwritable, writeToFile } = await import('../../../export/write.ts');
    const { makeLog } = await import('../../progress/log.ts');
    const files = webFiles(web);
    refuseUnwritable(out, force);
    const log = makeLog(logged);
    const prior = await trainPrior(files, split, (learned) => log.info(`learned from ${learned}`));
    await writeToFile(out, force, [`${JSON.stringify(prior, null, 1)}\n`]);
    const words = Object.keys(prior.anchor).length + Object.keys(prior.address).length;
    process.stdout.write(`${out}: ${words.toLocaleString('en')} words, from ${counted(prior.webs.length, 'web')}\n`);
    return ExitCode.done;
  },
});
