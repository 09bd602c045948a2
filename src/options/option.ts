import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Kind } from './kinds.ts';

/** Options given to a command, by their names in camel case; values are those of the command line or a config file. */
export type AskedOptions = Readonly<Record<string, unknown>>;

/** Lifetime of an option's value: all runs of a crawl, the database for good, or one run. */
type Owner = 'crawl' | 'database' | 'run';

/** Help and lifetime of an option. */
interface OptionMeta {
  readonly description: string;
  /** Name of the value in --help; a switch has none. */
  readonly value?: string;
  /** True if the option may be given several times, to collect its values. */
  readonly repeatable?: boolean;
  /** True if several values may follow the option at once. */
  readonly variadic?: boolean;
  /** True for a positional value: `forager debug URL`. */
  readonly positional?: boolean;
  /** Heading of the option in --help; the first word names the topic, as in `--help network`. */
  readonly group?: string;
  /** True if most runs need the option: a long --help shows only these at first. */
  readonly common?: boolean;
  /** Text for the default, if the schema has none or the default depends on the machine. */
  readonly defaultText?: string;
  /** Lifetime of the value; undefined: one run. */
  readonly of?: Owner;
  /** Environment variable with the value, if not given otherwise. */
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

/** Attaches help to an option's schema, which has the type, default and limits. */
export const flag = <T extends z.ZodType>(schema: T, meta: OptionMeta): T => schema.meta({ ...meta });

/** Returns the description that `flag` attached. */
export const metaOf = (field: z.ZodType | undefined): z.infer<typeof metaSchema> => metaSchema.parse(field?.meta());

// Alias, because declarations of the library can't name an interface that is not exported.
/** Option of both programs and the command line. */
type Option<V extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType> = {
  /** Schema for programs, with the default. */
  readonly value: V;
  /** Schema for the command line, with the default. */
  readonly text: T;
  /** Schema for programs, without a default. */
  readonly bare: B;
  readonly asText: (value: unknown) => unknown;
  readonly isLive: boolean;
};

interface Entry extends OptionMeta {
  readonly of: Owner;
  /** True if the value may change while a crawl runs. */
  readonly live?: boolean;
}

interface Defaults<D> {
  readonly default: D;
  /** Default of the command line, if different. */
  readonly commandDefault?: D;
}

/** Defines an option: its kind, default, limits, help and lifetime. */
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

/** Values of a table's options. */
export type Values<S extends Table> = { readonly [K in keyof S]: Readonly<z.output<S[K]['value']>> };

/** Maps each option of a table. */
const each = <R>(table: Table, make: (entry: Option, key: string) => unknown): R =>
  // Each caller names the type that its `make` returns.
  Object.fromEntries(Object.entries(table).map(([key, entry]) => [key, make(entry, key)])) as R;

/** Puts options under a heading of --help. */
export const grouped = <S extends Readonly<Record<string, z.ZodType | Option>>>(group: string, fields: S): S =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const under = (schema: z.ZodType) => schema.meta({ ...schema.meta(), group });
      return [key, 'text' in field ? { ...field, text: under(field.text) } : under(field)];
    }),
    // Each field keeps its type.
  ) as S;

/**
 * Returns the options as fields of a command's schema.
 * @param names texts that replace `{name}` in the options' help
 */
export const flagsOf = <S extends Table>(table: S, names: Readonly<Record<string, string>> = {}) =>
  each<{ readonly [K in keyof S]: S[K]['text'] }>(table, ({ text }) => {
    const meta = metaOf(text);
    return text.meta({
      ...meta,
      description: meta.description.replace(/\{([\w ]+)\}/g, (all, name) => names[name] ?? all),
    });
  });

/** Returns the options as fields of a schema for programs. */
export const valuesOf = <S extends Table>(table: S) =>
  each<{ readonly [K in keyof S]: S[K]['value'] }>(table, ({ value }) => value);

/** Returns schemas for changes to options: null resets an option, missing options stay unchanged. */
export const changesOf = <S extends Table>(table: S) =>
  each<{ readonly [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]['bare']>> }>(table, ({ bare }) =>
    bare.nullable().optional(),
  );

export const defaultsOf = <S extends Table>(table: S) => each<Values<S>>(table, ({ value }) => value.parse(undefined));

/** Returns the values of the table's options, without others. */
export const pick = <S extends Table>(table: S, given: Partial<Values<S>>) =>
  each<Values<S>>(table, (_, key) => given[key]);

/** Returns the options from a run's record, with the default for missing or invalid values. */
export const recordedOf = <S extends Table>(table: S, record: Readonly<Record<string, unknown>>) =>
  each<Values<S>>(table, ({ value }, key) => {
    const { success, data } = value.safeParse(record[key]);
    return success ? data : value.parse(undefined);
  });

type Live<S extends Table> = {
  readonly [K in keyof S as S[K] extends { readonly entry: { readonly live: true } } ? K : never]: S[K];
};

/** Returns the options that may change while a crawl runs. */
export const liveOf = <S extends Table>(table: S): Live<S> =>
  Object.fromEntries(Object.entries(table).filter(([, { isLive }]) => isLive)) as Live<S>;

/** Converts values to the form of the command line; null, which resets an option, becomes false. */
export const asTexts = (table: Table, values: AskedOptions): AskedOptions =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      value === null ? false : value === undefined ? value : (table[key]?.asText(value) ?? value),
    ]),
  );

/** Returns the values that later runs keep and that differ from their defaults, in the form of the command line. */
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
