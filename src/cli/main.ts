import { Command, CommanderError } from 'commander';
import { ExitCode, StopCommand } from '../domain/errors.ts';
import { addOptions, namedArguments, readOptions } from './options.ts';
import { groups, verbs } from './registry.ts';

const EXIT_CODES =
  'Exit codes: 0 done, 1 error, 4 bad configuration or input, 9 nothing could be crawled, 11 interrupted';

/** Runs one command line. Answers the exit code; whatever goes wrong is one line on stderr. */
export async function main(argv: readonly string[]): Promise<number> {
  let code: number = ExitCode.done;
  const program = new Command('forager')
    .description('A learning crawler: spends a budget of pages where links are to be found.')
    .addHelpText('after', `\n${EXIT_CODES}`);
  for (const verb of verbs) {
    const command = commandOf(program, verb.name)
      .description(verb.summary)
      .allowExcessArguments(false)
      .action(async (...given: unknown[]) => {
        const words = namedArguments(verb.options, given.slice(0, -2));
        code = await verb.run(readOptions(verb.options, { ...command.opts(), ...words }));
      });
    addOptions(command, verb.options);
    command.addHelpText(
      'after',
      `\nExamples:\n${verb.examples.map((line) => `  ${line}`).join('\n')}\n\n${EXIT_CODES}`,
    );
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap((group) => group.commands)]) {
    command.exitOverride().configureOutput({ outputError: () => undefined });
  }
  // A reader that has seen enough (`| head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(ExitCode.done);
    process.stderr.write(`forager: can't write the result: ${error.message}\n`);
    process.exit(ExitCode.error);
  });
  try {
    const unfinished = argv.length === 0 ? program : argv.length === 1 ? groupOf(program, argv[0]) : undefined;
    if (unfinished) {
      unfinished.outputHelp();
      return ExitCode.badInput;
    }
    await program.parseAsync([...argv], { from: 'user' });
    // That a result could not be written is only heard after the write.
    await new Promise((done) => process.stdout.write('', done));
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`forager: ${text.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')}\n`);
    if (error instanceof CommanderError) return ExitCode.badInput;
    return error instanceof StopCommand ? error.exitCode : ExitCode.error;
  }
}

/** The command of a verb; `sites add` is the command `add` of the group `sites`. */
function commandOf(program: Command, name: string): Command {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return program.command(first);
  const group = groupOf(program, first) ?? program.command(first).description(groups[first] ?? '');
  return group.command(second);
}

/** The group of that name. */
const groupOf = (program: Command, name: string | undefined): Command | undefined =>
  program.commands.find((command) => command.name() === name && (name ?? '') in groups);
