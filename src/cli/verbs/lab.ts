import { z } from 'zod';
import { ExitCode } from '../../domain/errors.ts';
import { counted } from '../../domain/wording.ts';
import { type NamedStrategy, splits } from '../../lab/tasks.ts';
import { oneOf, positive, words } from '../../options/kinds.ts';
import { flag, grouped } from '../../options/option.ts';
import { revisitRules } from '../../revisit-rules/registry.ts';
import { rewards } from '../../rewards/registry.ts';
import { strategyNamed } from '../../strategies/strategy.ts';
import { commonOptions, fileOption, logOptions, offSwitch } from '../options/shared-options.ts';
import { topicOption } from '../options/strategy-options.ts';
import { verb } from '../verb.ts';

/** Strategies by their names, separated by commas; each once. */
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
      message: 'write NAME,NAME, or NAME:PARAMETER=VALUE, as in beebot:reward=documents:reward.types=pdf+csv',
    });
    return z.NEVER;
  });

/** Numbers of pages, ascending, each once. */
const pageLimits = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : typeof given === 'number' ? [given] : given),
    z.array(positive),
  )
  .transform((limits) => [...new Set(limits)].sort((a, b) => a - b));

/** What the commands of the lab have in common. */
const labOptions = {
  ...grouped('Webs', {
    web: flag(z.union([z.string().transform((one) => [one]), z.array(z.string())], 'name at least one'), {
      value: 'FILE',
      description:
        'database of a crawl, recorded pages (.jsonl, .jsonl.gz), a folder of these, or a made-up web (.yaml); several, or again for each: their sites make one set',
      repeatable: true,
      variadic: true,
    }),
    split: flag(oneOf(splits).text.optional(), {
      value: 'HOW',
      description:
        'make several sites of each recorded one: by host, by prefix, the first folder of the path, or by section, folders of 25 to 400 pages',
    }),
    name: flag(words.text.optional(), {
      value: 'NAME',
      description: 'what results call the web (default: by its files)',
    }),
  }),
  topic: topicOption,
  measure: flag(z.enum(rewards.map(({ name }) => name)).default('new-external-links'), {
    value: 'REWARD',
    description: 'reward in which S(N) is counted, of all strategies alike, whatever they are rewarded for themselves',
  }),
  pageLimit: flag(pageLimits.default([500, 1000, 2000]), {
    value: 'LIST',
    description: 'pages to visit in all, several separated by commas (default: 500,1000,2000)',
  }),
  workers: flag(positive.max(64, 'must be at most 64').default(1), {
    value: 'N',
    description: 'pages visited at the same time',
  }),
  json: commonOptions.json,
  ...logOptions,
};

const compareOptions = z.strictObject({
  ...labOptions,
  strategies: flag(strategyList.optional(), {
    value: 'LIST',
    description:
      'presets, separated by commas, with what is to differ behind them: beebot,beebot-universities:m=2,beebot:reward=documents:reward.types=pdf+csv (default: all, those for a topic where there is one)',
  }),
  seeds: flag(positive.max(1000, 'must be at most 1000').default(8), {
    value: 'N',
    description: 'replays of each: with other orders of the sites, or other webs where they are made up',
  }),
  csv: fileOption('write the table as CSV'),
  html: fileOption('write a report with curves, in one file that needs no other'),
  explain: fileOption('only write every decision, of the first seed and the largest limit, as CSV; - is stdout'),
  force: offSwitch('write over files that are there'),
});

export type LabOptions = z.infer<typeof compareOptions>;

export const labVerb = verb({
  name: 'lab',
  summary: 'replay strategies on recorded or made-up webs, and compare them with the best allocation of pages to sites',
  options: compareOptions,
  examples: [
    'forager lab --web data/demo.sqlite --page-limit 200,500,1000',
    'forager lab --web data/webs/beebot-mixed.yaml --strategies beebot-trivial,beebot-institutes:n=20,beebot-universities --page-limit 2000 --html data/lab.html',
    'forager lab --web data/demo.sqlite --strategies beebot,beebot-universities --explain decisions.csv',
  ],
  run: async (given) => (await import('../lab/compare.ts')).runLab(given),
});

const adviseOptions = z.strictObject({
  ...labOptions,
  trials: flag(positive.default(20), {
    value: 'N',
    description: 'random halves of the sites that each strategy is tried on',
  }),
});
export type LabAdviseOptions = z.infer<typeof adviseOptions>;

export const labAdviseVerb = verb({
  name: 'lab advise',
  summary: 'which strategy would have served these sites best, and how sure that is for the next crawl',
  options: adviseOptions,
  examples: ['forager lab advise --web data/demo.sqlite --page-limit 1000'],
  run: async (given) => (await import('../lab/advise.ts')).runAdvise(given),
});

/** `5%,10%` or `0.05`, as shares. */
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
    context.addIssue({ code: 'custom', message: 'write shares of the pages, such as 5%,10%' });
    return z.NEVER;
  });

const recrawlOptions = z.strictObject({
  web: fileOption('database with recorded versions: a crawl that was recrawled'),
  synthetic: fileOption('spec of a changing web (.yaml, .json) to be made up'),
  nights: flag(positive.optional(), { value: 'N', description: 'nights to recrawl (default: as the web has them)' }),
  budget: flag(shares.default([0.1]), {
    value: 'LIST',
    description: 'share of the pages that is checked each night, several separated by commas (default: 10%)',
  }),
  rules: flag(z.string().default(revisitRules.map(({ name }) => name).join(',')), {
    value: 'LIST',
    description: 'revisit rules, separated by commas, with parameters behind them: fresh,scent:delta=0.1',
  }),
  seeds: flag(positive.max(1000, 'must be at most 1000').default(3), {
    value: 'N',
    description: 'webs that are made up',
  }),
  csv: fileOption('write the table as CSV'),
  html: fileOption('write a report with curves, in one file that needs no other'),
  force: offSwitch('write over files that are there'),
  json: commonOptions.json,
  ...logOptions,
});
export type LabRecrawlOptions = z.infer<typeof recrawlOptions>;

export const labRecrawlVerb = verb({
  name: 'lab recrawl',
  summary: 'recrawl a changing web night after night by every revisit rule, and compare how fresh they keep it',
  options: recrawlOptions,
  examples: [
    'forager lab recrawl --synthetic data/changing-webs/mixed.yaml --budget 5%,10%,20%',
    'forager lab recrawl --web data/demo.sqlite --rules fresh,uniform',
    'forager lab recrawl --synthetic data/changing-webs/mixed.yaml --rules fresh,scent,scent:delta=0.1 --nights 50 --html data/recrawl.html',
  ],
  run: async (given) => (await import('../lab/recrawl.ts')).runLabRecrawl(given),
});

const trainOptions = z.strictObject({
  web: labOptions.web,
  split: labOptions.split,
  out: flag(z.string('name the file to write').min(1, 'must not be empty'), {
    value: 'FILE',
    description: 'the prior, for --prior of crawl and lab',
  }),
  force: offSwitch('write over a file that is there'),
  ...logOptions,
});

export const labTrainVerb = verb({
  name: 'lab train',
  summary: 'learn from crawls what words of links were worth, for crawls to begin with',
  options: trainOptions,
  examples: [
    'forager lab train --web data/demo.sqlite --out data/mine.json',
    'forager lab train --web ../webs --split host --out data/mine.json --force',
  ],
  async run({ web, split, out, force, ...logged }) {
    const { webFiles } = await import('../../lab/open-world.ts');
    const { trainPrior } = await import('../../lab/train.ts');
    const { refuseUnwritable, writeToFile } = await import('../../export/write.ts');
    const { makeLog } = await import('../progress/log.ts');
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
