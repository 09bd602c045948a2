import { z } from 'zod';
import { parseUrl } from '../url/parse.ts';
import { patternError } from '../url/patterns.ts';

/** Kind of option value, with its limits. */
export interface Kind<V extends z.ZodType = z.ZodType, T extends z.ZodType = z.ZodType> {
  /** Schema for programs and a run's record. */
  readonly value: V;
  /** Schema for the command line and config files; parses to the same value. */
  readonly text: T;
  /** Inverse of parsing `text`; undefined: the value itself. */
  readonly asText?: (value: unknown) => unknown;
  /** Set if `text` also parses a missing value. */
  readonly takesNothing?: true;
}

/** Makes a kind with one schema for both forms. */
export const plain = <S extends z.ZodType>(schema: S): Kind<S, S> => ({ value: schema, text: schema });

export const wholeNumber = z.coerce.number({ error: 'must be a number' }).int('must be a whole number');

/** Makes a kind for whole numbers in these limits. @param error replaces the sentence that names the limit */
export function wholeFrom(min: number, max?: number, error?: string) {
  const bound = <S extends z.ZodInt | typeof wholeNumber>(schema: S): S => {
    const above = schema.min(min, error ?? `must be at least ${min}`);
    return (max === undefined ? above : above.max(max, error ?? `must be at most ${max}`)) as S;
  };
  return { value: bound(z.int('must be a whole number')), text: bound(wholeNumber) };
}

export const count = wholeFrom(1);
export const positive = count.text;

const anyNumber = { value: z.int('must be a whole number'), text: wholeNumber };
export const seedNumber: Kind<typeof anyNumber.value, typeof anyNumber.text> = anyNumber;

const inSeconds = (milliseconds: unknown): number => Number(milliseconds) / 1000;

/** Seconds, 0 or more: `1.5`, `1.5s` or `500ms`; an empty text is an error, not 0. Parsed to milliseconds. */
export const seconds = z
  .preprocess(
    (given) => {
      if (given === '' || given === null) return Number.NaN;
      const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)$/.exec(String(given).trim()) ?? [];
      return number === undefined ? given : Number(number) / (unit === 'ms' ? 1000 : 1);
    },
    z.coerce.number({ error: 'must be a number of seconds' }).min(0, 'must be at least 0'),
  )
  .transform((number) => Math.round(number * 1000));

/** Pause, in milliseconds. */
export const pause = {
  value: z.number('must be a number').min(0, 'must be at least 0'),
  text: seconds,
  asText: inSeconds,
};

const UNITS = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** Duration in milliseconds; `90`, `90s`, `15m`, `2h` or `1d` on the command line. */
export const duration = {
  value: z.number('must be a number').positive('must be more than 0'),
  text: z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      const parts = /^(\d+(?:\.\d+)?)\s*([smhd]?)$/.exec(String(value).trim());
      const unit = Object.entries(UNITS).find(([name]) => name === parts?.[2])?.[1];
      if (parts && unit !== undefined) return Number(parts[1]) * unit * 1000;
      context.addIssue({ code: 'custom', message: `"${value}" is not a duration, such as 90s, 15m, 2h or 1d` });
      return z.NEVER;
    })
    .refine((milliseconds) => milliseconds > 0, 'must be more than 0'),
  asText: inSeconds,
};

const notEmpty = z.string('must be a string').min(1, 'must not be empty');
export const words = plain(notEmpty);
/** Text that may be empty. */
export const anyText = plain(z.string('must be a string'));
export const yesOrNo = plain(z.boolean('must be true or false'));
/** Web or mail address, with `mailto:` or without, that is valid in the comment of a user agent. */
const CONTACT = /^(https?:\/\/[!-'*-~]+|(mailto:)?[!-'*-?A-~]+@[!-'*-?A-~]+)$/;

export const contactAddress = plain(
  z.string('must be a string').regex(CONTACT, 'must be a web or mail address, such as mailto:me@example.edu'),
);

const membersOf = <const T extends readonly [string, ...string[]]>(
  members: T,
  error = `must be one of ${members.join(', ')}`,
) => z.enum(members, error);

export const oneOf = <const T extends readonly [string, ...string[]]>(members: T, error?: string) =>
  plain(membersOf(members, error));

/** One text, or several. */
export const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

/** Makes a kind for some of the members: a list, or a text with commas. */
export const someOf = <const T extends readonly [string, ...string[]]>(members: T) => ({
  value: z.array(membersOf(members), 'must be a list'),
  text: z
    .union([z.string().transform((text) => text.split(',').map((name) => name.trim())), z.array(z.string())])
    .pipe(z.array(membersOf(members, `must be some of ${members.join(', ')}`))),
});

/** Makes a kind for a list whose members `errorOf` accepts. @param texts reads the list from the command line */
export const listOf = <T extends z.ZodType<string[]>>(
  texts: T,
  errorOf: (member: string) => string | undefined,
  error: string,
) => {
  const check = (members: readonly string[], context: z.RefinementCtx<unknown>) => {
    const message = members.map(errorOf).find((one) => one !== undefined);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  };
  return {
    value: z.array(
      notEmpty.superRefine((member, context) => check([member], context)),
      error,
    ),
    text: texts.superRefine(check),
  };
};

/** Patterns of addresses, see url/patterns.ts. */
export const patterns = listOf(oneOrMore, patternError, 'must be a list of patterns');

const isWebAddress = (address: string): boolean => /^https?:$/.test(parseUrl(address)?.protocol ?? '');

/** Address of a proxy. The environment can also set this address, which may contain a password. */
export const proxyAddress = {
  value: notEmpty.regex(/^https?:\/\//, 'must be http://host:port'),
  text: z
    .string()
    .optional()
    .transform((given, context) => {
      const address = given ?? process.env.FORAGER_PROXY;
      if (address === undefined || isWebAddress(address)) return address;
      const where = given === undefined ? 'FORAGER_PROXY ' : '';
      context.addIssue({ code: 'custom', message: `${where}must be http://host:port` });
      return z.NEVER;
    }),
  takesNothing: true,
} as const;

/** Parameters `NAME=VALUE`, split at the first `=`; repeatable. @param read converts the text of a value */
export const parametersBy = (read: (text: string) => number | string) =>
  z
    .union([z.record(z.string(), z.union([z.number(), z.string()])), oneOrMore])
    .transform((given, context): Record<string, number | string> => {
      if (!Array.isArray(given)) return given;
      const pairs = given.map((text) => /^([\w-]+)=(.+)$/s.exec(text));
      if (pairs.every((pair) => pair !== null))
        return Object.fromEntries(pairs.map(([, name = '', text = '']) => [name, read(text)]));
      context.addIssue({ code: 'custom', message: 'must be NAME=VALUE' });
      return z.NEVER;
    });
