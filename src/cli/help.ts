import { type Command, Help, Option } from 'commander';
import { BadInput, unknownName } from '../domain/errors.ts';
import { metaOf } from '../options/option.ts';
import { groupOf, optionName } from './options/flags.ts';
import { rememberedKeys } from './options/saved-options.ts';
import { WIDTH } from './tables/term-list.ts';
import type { Verb } from './verb.ts';

/** Longest help printed in full by default, in lines: two screens. */
const MOST_LINES = 48;
/** Maximum number of examples in the help of the common options. */
const MOST_EXAMPLES = 2;
/** Help topic of all options. */
const ALL = 'all';

const EXIT_CODES = 'Exit codes: 0 done, 1 error, 4 bad input, 5 dead links, 9 nothing could be crawled, 11 interrupted';

/** Commander's help, limited to some options, and at most 80 columns wide. */
class OptionHelp extends Help {
  readonly #shows: (option: Option) => boolean;
  readonly #heading: string | undefined;

  /** @param heading heading for all options, instead of the headings of their groups */
  constructor(shows: (option: Option) => boolean = () => true, heading?: string) {
    super();
    this.helpWidth = WIDTH;
    this.#shows = shows;
    this.#heading = heading;
  }

  override visibleOptions(command: Command): Option[] {
    return super.visibleOptions(command).filter(this.#shows);
  }

  override groupItems<T extends Command | Option>(all: T[], visible: T[], groupOfItem: (item: T) => string) {
    if (this.#heading !== undefined && visible[0] instanceof Option) return new Map([[this.#heading, visible]]);
    const {
      'Options:': ungrouped = [],
      'General:': general = [],
      ...groups
    } = Object.fromEntries(super.groupItems(all, visible, groupOfItem));
    // General options come last, together with --help.
    const last = [...general, ...ungrouped];
    const heading = general.length > 0 ? 'General:' : 'Options:';
    return new Map([...Object.entries(groups), ...(last.length > 0 ? [[heading, last] as const] : [])]);
  }
}

const wrapped = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.length <= WIDTH ? line : new Help().boxWrap(line, WIDTH)))
    .join('\n');

/** Returns the help topic: the word after --help. */
export function askedTopic(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === '--help' || word === '-h');
  const next = at < 0 ? undefined : words[at + 1];
  return next?.startsWith('-') ? undefined : next;
}

/** Returns the requested part of a command's help: its common options, one topic, or all. */
export function verbHelp(command: Command, verb: Verb, asked: string | undefined): string {
  const topics = topicsOf(verb);
  if (asked !== undefined && asked !== ALL && !topics.has(asked))
    throw new BadInput(unknownName('help topic', asked, [...topics.keys(), ALL]));
  const whole = () => {
    const details = verb.details === undefined ? [] : [wrapped(verb.details())];
    return paragraphs(optionsText(command, new OptionHelp()), ...details, ...ending(verb, verb.examples));
  };
  if (asked === ALL) return whole();
  if (asked !== undefined) {
    const names = topics.get(asked) ?? [];
    const shown = new OptionHelp((option) => names.includes(option.long ?? ''));
    const others = [...topics.keys(), ALL].filter((topic) => topic !== asked);
    return paragraphs(optionsText(command, shown), wrapped(`Other topics: ${others.join(', ')}`));
  }
  const text = whole();
  const common = [...commonNames(verb), '--help'];
  if (text.split('\n').length <= MOST_LINES || common.length === 1) return text;
  const shown = new OptionHelp((option) => common.includes(option.long ?? ''), 'Common options:');
  return paragraphs(
    optionsText(command, shown),
    ...ending(verb, verb.examples.slice(0, MOST_EXAMPLES)),
    wrapped(`More options: forager ${verb.name} --help TOPIC, where TOPIC is ${[...topics.keys(), ALL].join(', ')}`),
  );
}

/** Returns the help of forager itself, or of a group of commands. */
export const programHelp = (command: Command, examples: readonly string[]): string =>
  paragraphs(
    new OptionHelp().formatHelp(command, new OptionHelp()),
    ...(examples.length > 0 ? [examplesText(examples)] : []),
    wrapped(EXIT_CODES),
  );

const optionsText = (command: Command, help: OptionHelp): string => help.formatHelp(command, help);

const paragraphs = (...texts: readonly string[]): string => `${texts.map((text) => text.trim()).join('\n\n')}\n`;

function ending(verb: Verb, examples: readonly string[]): string[] {
  const remembered = verb.remembers && rememberedKeys(verb.options).length > 0 ? [wrapped(REMEMBERED)] : [];
  return [examplesText(examples), ...remembered, wrapped(EXIT_CODES)];
}

const REMEMBERED =
  'Options are remembered in the database and reused by later runs, except one-off ones such as --headed. Undo one with --no-NAME, for example --no-page-limit.';

const examplesText = (examples: readonly string[]): string =>
  `Examples:\n${examples.map((line) => onLines(line)).join('\n')}`;

/** Breaks a command into lines that end with a backslash, except the last. */
function onLines(command: string): string {
  const lines = ['  '];
  for (const word of command.match(/--[\w-]+ (?![-|>])("[^"]*"|\S+)|"[^"]*"|\S+/g) ?? []) {
    const line = lines.at(-1) ?? '';
    if (line.trim() !== '' && line.length + word.length + 3 > WIDTH) lines.push(`      ${word}`);
    else lines[lines.length - 1] = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
  }
  return lines.join(' \\\n');
}

const commonNames = ({ options }: Verb): string[] =>
  Object.keys(options.shape)
    .filter((key) => metaOf(options.shape[key]).common === true)
    .map((key) => optionName(key, options));

/** Returns the names of the options of each topic, by the first word of their heading. */
function topicsOf({ options }: Verb): Map<string, string[]> {
  const topics = new Map<string, string[]>();
  for (const [key, field] of Object.entries(options.shape)) {
    const [, topic] = /^(\w+)/.exec(groupOf(field, options)?.toLowerCase() ?? '') ?? [];
    if (topic !== undefined) topics.set(topic, [...(topics.get(topic) ?? []), optionName(key, options)]);
  }
  return topics;
}
