import { expect } from '@playwright/test';
import { allVerbs } from '../../src/cli/registry.ts';
import { metaOf } from '../../src/options/option.ts';
import { test } from '../plain-test.ts';
import { forager } from './forager.ts';

/** Two screens. */
const MOST_LINES = 48;
const WIDTH = 80;

const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const tooWide = (text: string): string[] => linesOf(text).filter((line) => [...line].length > WIDTH);
/** Commands as typed, without line ends. */
const joined = (text: string): string => text.replace(/ \\\n +/g, ' ');

for (const verb of await allVerbs()) {
  test(`forager ${verb.name} --help fits two screens, and --help all shows every option and example`, async () => {
    const words = verb.name.split(' ');
    const short = await forager([...words, '--help']);
    const whole = await forager([...words, '--help', 'all']);
    for (const { code, stdout, stderr } of [short, whole]) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(tooWide(stdout)).toEqual([]);
      expect(stdout).toContain('Exit codes: 0 done');
      if ('db' in verb.options.shape) expect(stdout).toMatch(/--db <(FILE(\.\.\.)?|ADDRESS)>/);
    }
    expect(linesOf(short.stdout).length).toBeLessThanOrEqual(MOST_LINES);
    expect(joined(short.stdout)).toContain(verb.examples[0]);
    for (const example of verb.examples) expect(joined(whole.stdout)).toContain(example);
    for (const key of Object.keys(verb.options.shape)) {
      const { positional, value = '' } = metaOf(verb.options.shape[key]);
      const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(whole.stdout).toMatch(
        positional ? new RegExp(`^ {2}${value}`, 'm') : new RegExp(`^ {2}--(no-)?${name}\\b`, 'm'),
      );
    }
  });
}

test('a long help ends with its topics, and each shows options that the first page does not', async () => {
  const { stdout } = await forager(['crawl', '--help']);
  const [, names = ''] = /forager crawl --help TOPIC, where TOPIC is ([\w,\s]+)$/.exec(stdout) ?? [];
  const topics = names.trim().split(/,\s+/);
  expect(topics).toEqual(expect.arrayContaining(['strategy', 'network', 'all']));
  for (const topic of topics) {
    const help = await forager(['crawl', '--help', topic]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(tooWide(help.stdout)).toEqual([]);
  }
  const network = await forager(['crawl', '--help', 'network']);
  expect(network.stdout).toContain('\nNetwork:\n  --contact <ADDRESS> ');
  expect(network.stdout).not.toContain('--page-limit');
  expect(await forager(['help', 'crawl', 'network'])).toEqual(network);
  expect((await forager(['lab', '--help', 'webs'])).stdout).toContain('--split <HOW>');
  expect((await forager(['help', 'sites', 'add'])).stdout).toContain('Usage: forager sites add [options] <URL...>');
});

test('an unknown topic is one line and exit code 4', async () => {
  expect(await forager(['crawl', '--help', 'netwrk'])).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(
      /^forager: unknown help topic "netwrk": did you mean "network"\? There are: .*, all\n$/,
    ),
  });
});

test('the help of forager and of its groups is at most 80 columns wide', async () => {
  for (const args of [['--help'], ['sites', '--help'], ['links', '--help'], ['topics', '--help']]) {
    const { code, stdout } = await forager(args);
    expect(code).toBe(0);
    expect(tooWide(stdout)).toEqual([]);
  }
});
