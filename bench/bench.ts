import { Command, CommanderError } from 'commander';
import { addOptions, readOptions } from '../src/cli/options/flags.ts';
import { BadInput, ExitCode, StopCommand } from '../src/domain/errors.ts';
import { benchmarks } from './registry.ts';
import { report } from './report.ts';

/** `bench NAME [options]`: measures, prints a table and writes bench/results/NAME.json. Returns the exit code. */
async function bench(argv: readonly string[]): Promise<number> {
  const program = new Command('bench').description('Benchmarks: contenders side by side, in turns.');
  for (const benchmark of benchmarks) {
    const command = program.command(benchmark.name).description(benchmark.summary).allowExcessArguments(false);
    addOptions(command, benchmark.options);
    command.action(async (given: Record<string, unknown>) => {
      const options = await readOptions(benchmark.options, given);
      const metrics = await benchmark.run(options, (line) => process.stderr.write(`bench: ${line}\n`));
      await report(benchmark.name, metrics);
    });
  }
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ outputError: () => undefined });
  }
  try {
    const [name = '--help'] = argv;
    if (!name.startsWith('-') && !benchmarks.some((benchmark) => benchmark.name === name)) {
      throw new BadInput(`no benchmark "${name}"; there are: ${benchmarks.map((known) => known.name).join(', ')}`);
    }
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return ExitCode.done;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done;
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`bench: ${text.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')}\n`);
    if (error instanceof CommanderError) return ExitCode.badInput;
    return error instanceof StopCommand ? error.exitCode : ExitCode.error;
  }
}

process.exitCode = await bench(process.argv.slice(2));
