import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** The options that a command was given: values as the command line or a config file has them, by the options' names in camel case. */
export type AskedOptions = Readonly<Record<string, unknown>>;

/** The span for which an option holds: all runs of its crawl, the database for good, or one run. */
type Owner = 'crawl' | 'database' | 'run';

/** Help and lifetime of an option. */
interface OptionMeta {
  readonly description: string;
  /** Names its value in --help; a switch has none. */
  readonly value?: string;
  /** Collects its values. */
  readonly repeatable?: boolean;
  /** Several values may follow it at once. */
  readonly variadic?: boolean;
  /** Given by its place: `forager debug URL`. */
  readonly positional?: boolean;
  /** Its heading in --help; the first word of it names the topic, as in `--help network`. */
  readonly group?: string;
  /** True where most runs need it: a long --help shows only these at first. */
  readonly common?: boolean;
  /** Says the default in words, where the schema has none or it differs from machine to machine. */
  readonly defaultText?: string;
  /** Undefined: a run. */
  readonly of?: Owner;
  /** The environment variable that gives its value where nothing else does. */
  readonly variable?: string;
}

const metaSchema = z.object({
  description: z.string(),
  value: z.string().optional(),
  repeatable: z.boolean().optional(),
  variadic: z.boolean().optional(),
  positional: z.boolean().optional(),
  group: z.string().optional(),
  common: z.boolean().optional(),
  defaultText: z.string().optional(),
  of: z.enum(['crawl', 'database', 'run']).optional(),
  variable: z.string().optional(),
});

/** Describes an option of the command line: the schema is its type, default and limits. */
export const flag = <T extends z.ZodType>(schema: T, meta: OptionMeta): T => schema.meta({ ...meta });

/** Returns the description that `flag` attached. */
export const metaOf = (field: z.ZodType | undefined): z.infer<typeof metaSchema> => metaSchema.parse(field?.meta());

// An alias, as declarations of the library name no interface that is not exported.
/** An option of programs and of the command line alike. */
type Option<V extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> = {
  /** As programs give it, with its default. */
  readonly value: V;
  /** As the command line has it, with its default. */
  readonly text: T;
  /** Without a default. */
  readonly bare: B;
  readonly asText: (value: unknown) => unknown;
  readonly isLive: boolean;
};

interface Entry extends OptionMeta {
  readonly of: Owner;
  /** True where the value may change while a crawl runs. */
  readonly live?: boolean;
}

interface Defaults<D> {
  readonly default: D;
  /** The command line's default, where it differs. */
  readonly commandDefault?: D;
}

/** Defines an option: its kind, default and limits, its help, and how long it holds. */
export function option<V extends z.ZodType, T extends z.ZodType, const M extends Entry>(
  kind: Kind<V, T>,
  entry: M & Entry & Defaults<NoInfer<z.util.NoUndefined<z.output<V>>>>,
): Option<z.ZodDefault<V>, z.ZodDefault<T>, V> & { readonly entry: M };
export function option<V extends z.ZodType, T extends z.ZodType, const M extends Entry>(
  kind: Kind<V, T>,
  entry: M & Entry,
): Option<z.ZodOptional<V>, z.ZodOptional<T>, V> & { readonly entry: M };
export function option(kind: Kind, entry: Entry & Partial<Defaults<unknown>>) {
  const { live = false, default: preset, commandDefault = preset, ...meta } = entry;
  const text =
    preset !== undefined ? kind.text.default(commandDefault) : kind.takesNothing ? kind.text : kind.text.optional();
  return {
    value: preset === undefined ? kind.value.optional() : kind.value.default(preset),
    text: flag(text, meta),
    bare: kind.value,
    asText: kind.asText ?? ((value: unknown) => value),
    isLive: live,
    entry,
  };
}

type Table = Readonly<Record<string, Option>>;

/** The values of a table's options. */
export type Values<S extends Table> = { readonly [K in keyof S]: Readonly<z.output<S[K]['value']>> };

/** Makes something of each option of a table. */
const each = <R>(table: Table, make: (entry: Option, key: string) => unknown): R =>
  // Each caller names the type that its `make` gives.
  Object.fromEntries(Object.entries(table).map(([key, entry]) => [key, make(entry, key)])) as R;

/** The same options under a heading of --help. */
export const grouped = <S extends Readonly<Record<string, z.ZodType | Option>>>(group: string, fields: S): S =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const under = (schema: z.ZodType) => schema.meta({ ...schema.meta(), group });
      return [key, 'text' in field ? { ...field, text: under(field.text) } : under(field)];
    }),
    // Each field stays of its type.
  ) as S;

/**
 * The options as fields of a command's schema.
 *
 * @param names texts that replace `{name}` in their help
 */
export const flagsOf = <S extends Table>(table: S, names: Readonly<Record<string, string>> = {}) =>
  each<{ readonly [K in keyof S]: S[K]['text'] }>(table, ({ text }) => {
    const meta = metaOf(text);
    return text.meta({
      ...meta,
      description: meta.description.replace(/\{([\w ]+)\}/g, (all, name) => names[name] ?? all),
    });
  });

/** The options as fields of a schema for programs. */
export const valuesOf = <S extends Table>(table: S) =>
  each<{ readonly [K in keyof S]: S[K]['value'] }>(table, ({ value }) => value);

/** Schemas of a change to options: null resets one, options that are not named stay. */
export const changesOf = <S extends Table>(table: S) =>
  each<{ readonly [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]['bare']>> }>(table, ({ bare }) =>
    bare.nullable().optional(),
  );

export const defaultsOf = <S extends Table>(table: S) => each<Values<S>>(table, ({ value }) => value.parse(undefined));

/** The table's options among others. */
export const pick = <S extends Table>(table: S, given: Partial<Values<S>>) =>
  each<Values<S>>(table, (_, key) => given[key]);

/** The options as a run's record has them; the default for what it lacks, or has as this version can't. */
export const recordedOf = <S extends Table>(table: S, record: Readonly<Record<string, unknown>>) =>
  each<Values<S>>(table, ({ value }, key) => {
    const { success, data } = value.safeParse(record[key]);
    return success ? data : value.parse(undefined);
  });

type Live<S extends Table> = {
  readonly [K in keyof S as S[K] extends { readonly entry: { readonly live: true } } ? K : never]: S[K];
};

/** The options that may change while a crawl runs. */
export const liveOf = <S extends Table>(table: S): Live<S> =>
  Object.fromEntries(Object.entries(table).filter(([, { isLive }]) => isLive)) as Live<S>;

/** Values as the command line has them; null, which takes one back, is false there. */
export const asTexts = (table: Table, values: AskedOptions): AskedOptions =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === null ? false : value === undefined ? value : (table[key]?.asText(value) ?? value),
    ]),
  );

/** Values that differ from their defaults, of the options that the next runs keep, as the command line has them. */
export const askedOf = (table: Table, values: AskedOptions): AskedOptions =>
  asTexts(
    table,
    Object.fromEntries(
      Object.entries(values).filter(([key, value]) => {
        const entry = table[key];
        return entry && metaOf(entry.text).of === 'crawl' && !isDeepStrictEqual(value, entry.value.parse(undefined));
      }),
    ),
  );
