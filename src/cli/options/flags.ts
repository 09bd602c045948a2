import { type Command, Option } from 'commander';
import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { BadInput } from '../../domain/errors.ts';
import { type AskedOptions, metaOf } from '../../options/option.ts';

export type Options = z.ZodObject<Record<string, z.ZodType>>;

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns an option as the user writes it: `--page-limit`, or the name of a positional value. */
export function optionName(key: string, schema: Options): string {
  const { positional, value = key } = metaOf(schema.shape[key]);
  if (positional) return value;
  return isOnByDefault(schema.shape[key]) ? `--no-${kebab(key)}` : `--${kebab(key)}`;
}

/** Tells whether an option is a switch that is on by default. */
const isOnByDefault = (field: z.ZodType | undefined): boolean =>
  field instanceof z.ZodDefault && field.def.defaultValue === true;

/** Returns the positional options, in order. */
const positionals = (schema: Options): string[] =>
  Object.keys(schema.shape).filter((key) => metaOf(schema.shape[key]).positional);

/** Maps the positional words of a command line, as an action gets them, to the names of their options. */
export function namedArguments(schema: Options, words: readonly unknown[]): Record<string, unknown> {
  const given = positionals(schema).map((key, index) => [key, words[index]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && String(value) !== ''));
}

/** Returns an option and its value as the user writes them: `--exclude /a --exclude /b`, `--no-robots`. */
export function flagText(schema: Options, key: string, given: unknown): string {
  const name = `--${kebab(key)}`;
  if (metaOf(schema.shape[key]).value === undefined) return given === false ? `--no-${kebab(key)}` : name;
  const values = Array.isArray(given) ? given : [given];
  return values.map((value) => `${name} ${shellWord(String(value))}`).join(' ');
}

const shellWord = (text: string): string => (/^[\w./:,=+@-]+$/.test(text) ? text : `'${text}'`);

/** Tells whether an option with a value is reset, as by `--no-proxy`. */
export const isTakenBack = (schema: Options, key: string, given: unknown): boolean =>
  given === false && schema.shape[key] !== undefined && metaOf(schema.shape[key]).value !== undefined;

/** Heading of options that have no heading of their own. */
const GENERAL = 'General';

/** Returns the heading of an option in --help; undefined if no option of the command has a heading. */
export function groupOf(field: z.ZodType | undefined, schema: Options): string | undefined {
  const isGrouped = Object.values(schema.shape).some((other) => metaOf(other).group !== undefined);
  return metaOf(field).group ?? (isGrouped ? GENERAL : undefined);
}

/** Describes the default of an option; undefined if none is worth printing. */
export function defaultOf(field: z.ZodType): string | undefined {
  const { defaultText } = metaOf(field);
  if (defaultText !== undefined) return defaultText;
  const value: unknown = field instanceof z.ZodDefault ? field.def.defaultValue : undefined;
  const isShown = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isShown ? String(value) : undefined;
}

/**
 * Adds the options of the schema to a command, also for --help.
 * @param remembered options that an earlier run may have set: `--no-` resets them
 */
export function addOptions(command: Command, schema: Options, remembered: readonly string[] = []): void {
  for (const [key, field] of Object.entries(schema.shape)) {
    const { description, value, repeatable, variadic, positional } = metaOf(field);
    const group = groupOf(field, schema);
    const add = (option: Option) => command.addOption(group === undefined ? option : option.helpGroup(`${group}:`));
    if (positional) {
      const name = `${value ?? key}${repeatable ? '...' : ''}`;
      command.argument(field.safeParse(undefined).success ? `[${name}]` : `<${name}>`, description);
      continue;
    }
    const name = `--${kebab(key)}`;
    const fallback = defaultOf(field);
    const notes = [...(repeatable ? ['repeatable'] : []), ...(fallback === undefined ? [] : [`default: ${fallback}`])];
    const text = notes.length > 0 ? `${description} (${notes.join('; ')})` : description;
    const undo = () => command.addOption(new Option(`--no-${kebab(key)}`).hideHelp());
    if (value === undefined && isOnByDefault(field)) {
      // The positive form comes first: otherwise commander would set a default, and an option not given must stay
      // undefined.
      command.addOption(new Option(name).hideHelp());
      add(new Option(`--no-${kebab(key)}`, description));
    } else if (value === undefined) {
      add(new Option(name, text));
      if (field instanceof z.ZodOptional || remembered.includes(key)) undo();
    } else {
      const option = new Option(`${name} <${value}${variadic ? '...' : ''}>`, text);
      if (repeatable)
        option.argParser((next: string, before: unknown) => [...(Array.isArray(before) ? before : []), next]);
      add(option);
      if (remembered.includes(key)) undo();
    }
  }
}

/** Finds the options of an earlier run, by their names, that `asked` does not override. */
type Recall<M> = (asked: AskedOptions) => Promise<M>;

/**
 * Reads the values of options. Order of precedence: command line, config file, bundle, environment, defaults.
 * @throws BadInput naming the wrong option, and its source
 */
export async function readOptions<S extends Options>(schema: S, given: AskedOptions): Promise<z.infer<S>> {
  return (await readAndRecall(schema, given, async () => ({ recalled: {} }))).options;
}

/**
 * Reads options like `readOptions`, with an earlier run's values before the defaults. Also returns the memory of that
 * run.
 */
export async function readAndRecall<S extends Options, M extends { readonly recalled: object }>(
  schema: S,
  given: AskedOptions,
  recall: Recall<M>,
): Promise<{ readonly options: z.infer<S>; readonly memory: M }> {
  const file = typeof given.config === 'string' ? given.config : undefined;
  const configured = file === undefined ? {} : await readConfig(file, schema);
  const bundled =
    typeof given.bundle === 'string' ? (await (await import('./bundle.ts')).readBundle(given.bundle)).options : {};
  const named: AskedOptions = { ...bundled, ...configured, ...given };
  const asked: AskedOptions = { ...variablesOf(schema, named), ...named };
  const memory = await recall(asked);
  const wanted = Object.entries(asked).filter(([key, value]) => !isTakenBack(schema, key, value));
  const parsed = schema.safeParse({ ...memory.recalled, ...Object.fromEntries(wanted) });
  if (parsed.success) return { options: parsed.data, memory };
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0] ?? '');
  const where = key in given || file === undefined ? optionName(key, schema) : `${file}: ${kebab(key)}`;
  const what = issue?.message ?? 'is not valid';
  throw new BadInput(/^(must|is) /.test(what) ? `${where} ${what}` : `${where}: ${what}`);
}

/** Reads the environment variables of options that are not given. */
const variablesOf = (schema: Options, named: AskedOptions): AskedOptions =>
  Object.fromEntries(
    Object.entries(schema.shape).flatMap(([key, field]) => {
      const { variable } = metaOf(field);
      const value = variable === undefined || key in named ? undefined : process.env[variable];
      return value ? [[key, value]] : [];
    }),
  );

async function readConfig(file: string, schema: Options): Promise<Record<string, unknown>> {
  const { readYaml } = await import('../../domain/yaml-file.ts');
  const entries = z.record(z.string(), z.unknown()).safeParse(readYaml(file, '--config') ?? {});
  if (!entries.success)
    throw new BadInput(`--config: ${file} must name options with their values, such as "page-limit: 200"`);
  const keys = Object.keys(schema.shape);
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(entries.data)) {
    const key = keys.find((candidate) => kebab(candidate) === name);
    if (key === 'config') throw new BadInput(`${file}: a config file can't name another`);
    if (key === undefined) {
      throw new BadInput(`${file}: unknown option "${name}": did you mean "${closest(name, keys.map(kebab))}"?`);
    }
    values[key] = value;
  }
  return values;
}
