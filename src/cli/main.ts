import { Command, CommanderError } from 'commander';
import { BadInput, ExitCode, messageOf, StopCommand } from '../domain/errors.ts';
import type { AskedOptions } from '../options/option.ts';
import { askedTopic, programHelp, verbHelp } from './help.ts';
import { addOptions, namedArguments, readAndRecall } from './options/flags.ts';
import { noMemory, recall, rememberedKeys } from './options/saved-options.ts';
import { guardTerminal, printable } from './printable.ts';
import { chapters, groups } from './registry.ts';
import type { Verb } from './verb.ts';

const EXAMPLES = [
  'forager demo',
  'forager crawl --url https://www.example.edu/ --page-limit 200 --db data/example.sqlite',
  'forager links list --db data/example.sqlite',
];

/** Runs one command line. Returns the exit code; every error is one line on stderr. */
export async function main(words: readonly string[]): Promise<number> {
  const argv = helpAsOption(words);
  let code: number = ExitCode.done;
  const program = new Command('forager')
    // Options after a command's name belong to that command, even if its parent command has the same ones.
    .enablePositionalOptions()
    .description(
      'Forager crawls a list of websites within a page or time budget. Before each page it decides which site to read next, from what it has found so far. Every link is stored in a SQLite file.',
    )
    .configureHelp({ formatHelp: (command) => programHelp(command, command.parent ? [] : EXAMPLES) });
  const named = verbNamed(argv);
  for (const [heading, members] of Object.entries(chapters)) {
    program.commandsGroup(heading);
    for (const [name, load] of Object.entries(members))
      if (named === undefined || named === name || name.startsWith(`${named} `))
        addVerb(program, await load(), askedTopic(argv), (ended) => (code = ended));
  }
  program.commandsGroup('').helpCommand('help [command]', 'show the options of a command, with examples');
  for (const command of [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)]) {
    command.exitOverride().configureOutput({ outputError: () => undefined });
  }
  guardTerminal(process.stdout);
  // A closed pipe (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(ExitCode.done);
    process.stderr.write(`forager: can't write the result: ${error.message}\n`);
    process.exit(ExitCode.error);
  });
  try {
    const unfinished = argv.length === 0 ? program : argv.length === 1 ? groupOf(program, argv[0]) : undefined;
    if (unfinished) {
      unfinished.outputHelp();
      throw new BadInput('no command given; choose one of those above');
    }
    await program.parseAsync([...argv], { from: 'user' });
    // Write errors are reported only after the write.
    await new Promise((done) => process.stdout.write('', done));
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    const text = messageOf(error);
    const isExcess = error instanceof CommanderError && error.code === 'commander.excessArguments';
    const isUnknown = error instanceof CommanderError && error.code === 'commander.unknownCommand';
    const hint = isExcess
      ? ' Options have names, such as --url; --help lists them.'
      : isUnknown
        ? `. Commands: ${Object.values(chapters).flatMap(Object.keys).join(', ')}`
        : '';
    process.stderr.write(`forager: ${printable(text.replace(/^error: /, ''))}${hint}\n`);
    if (error instanceof CommanderError) return ExitCode.badInput;
    return error instanceof StopCommand ? error.exitCode : ExitCode.error;
  }
}

/** Returns the verb at the start of a command line; undefined for a request for help, or an unknown command. */
function verbNamed([first = '', second = '']: readonly string[]): string | undefined {
  const names = Object.values(chapters).flatMap((members) => Object.keys(members));
  return [`${first} ${second}`, first].find((name) => names.includes(name));
}

/** Adds a verb as a command, which reports its exit code at the end. */
function addVerb(program: Command, verb: Verb, topic: string | undefined, done: (code: number) => void): void {
  const command = commandOf(program, verb.name);
  command
    .description(verb.summary)
    .allowExcessArguments(false)
    .action(async (...given: unknown[]) => {
      const words = namedArguments(verb.options, given.slice(0, -2));
      const named = { ...command.opts(), ...words };
      const recallAll = async (asked: AskedOptions) =>
        verb.remembers ? await recall(asked, verb.options) : { ...noMemory, asked };
      const { options, memory } = await readAndRecall(verb.options, named, recallAll);
      done(await verb.run(options, memory));
    })
    .configureHelp({ formatHelp: () => verbHelp(command, verb, topic) })
    .helpOption('-h, --help [TOPIC]', 'show this help, or all options of a topic');
  addOptions(command, verb.options, verb.takesBack ?? (verb.remembers ? rememberedKeys(verb.options) : []));
}

/**
 * Returns the command of a verb; `sites add` is the command `add` of the group `sites`, `lab advise` one of the command
 * `lab`.
 */
function commandOf(program: Command, name: string): Command {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return program.command(first);
  const known = program.commands.find((command) => command.name() === first);
  const group = known ?? program.command(first).description(groups[first] ?? '');
  return group.enablePositionalOptions().command(second);
}

/**
 * Turns `help VERB TOPIC` into `VERB --help TOPIC`; an unknown command is called, so that the error names this command.
 */
function helpAsOption(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words;
  if (first !== 'help' || rest.length === 0) return words;
  const verb = verbNamed(rest) ?? (rest[0] !== undefined && rest[0] in groups ? rest[0] : undefined);
  return verb === undefined ? rest : [...verb.split(' '), '--help', ...rest.slice(verb.split(' ').length)];
}

/** Returns the group with this name. */
const groupOf = (program: Command, name: string | undefined): Command | undefined =>
  program.commands.find((command) => command.name() === name && (name ?? '') in groups);
