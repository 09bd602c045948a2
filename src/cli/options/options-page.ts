import { metaOf } from '../../options/option.ts';
import { allVerbs } from '../registry.ts';
import { defaultOf, groupOf, optionName } from './flags.ts';

const verbs = await allVerbs();

const BEGIN = (name: string) => `<!--${name}-->`;
const END = '<!--/-->';

interface Row {
  readonly name: string;
  readonly group: string | undefined;
  readonly line: string;
}

/** Escapes text for a Markdown table. */
const cell = (text: string): string => text.replace(/[|*<]/g, (sign) => `\\${sign}`);

/** Returns the options of a verb as table rows: name, meaning, default. */
function rowsOf(name: string): Row[] {
  const options = verbs.find((verb) => verb.name === name)?.options;
  if (!options) throw new Error(`docs/options.md describes ${name}, which is no command`);
  return Object.entries(options.shape).map(([key, field]) => {
    const { value, positional, repeatable, description } = metaOf(field);
    const option = optionName(key, options);
    const written = positional ? `${option}${repeatable ? '...' : ''}` : [option, value].filter(Boolean).join(' ');
    const meaning = `${description}${repeatable && !positional ? ' (repeatable)' : ''}`;
    const line = `|\`${written.replaceAll('|', '\\|')}\`|${cell(meaning)}|${cell(defaultOf(field) ?? '')}|`;
    return { name: option, group: groupOf(field, options), line };
  });
}

const table = (rows: readonly Row[]): string =>
  ['|option|meaning|default|', '|---|---|---|', ...rows.map(({ line }) => line)].join('\n');

/** Returns the names of the verbs in docs/options.md, in order. */
const namesIn = (page: string): string[] =>
  [...page.matchAll(/^<!--([a-z][a-z -]*)-->$/gm)].map(([, name = '']) => name);

const linkTo = (name: string): string => `[${name}](#${name.replaceAll(' ', '-')})`;
const quoted = (rows: readonly Row[]): string => rows.map(({ name }) => `\`${name}\``).join(', ');
const without = (rows: readonly Row[], others: readonly Row[]): Row[] =>
  rows.filter(({ line }) => !others.some((other) => other.line === line));

/** Maximum number of options that a verb may lack of another verb, to be described as having that verb's options. */
const MOST_LACKING = 2;
/** Fewest options of a verb that others can refer to as a whole. */
const LEAST_OPTIONS = 8;
/** Maximum number of rows of a table without headings. */
const MOST_ROWS = 20;

/**
 * Returns the text between the marks of a verb: its options. Refers to earlier verbs for options that they describe.
 */
function blockOf(name: string, before: readonly string[]): string {
  const rows = rowsOf(name);
  const earlier = before.map((other) => ({ other, theirs: rowsOf(other) }));
  const own = earlier.reduce((left, { theirs }) => without(left, theirs), rows);
  const groups = own.length > MOST_ROWS ? [...new Set(own.map(({ group }) => group))] : [];
  const tables = groups.map((group) => `### ${group}\n${table(own.filter((row) => row.group === group))}`);
  const like = earlier
    .filter(({ theirs }) => theirs.length >= LEAST_OPTIONS && without(theirs, rows).length <= MOST_LACKING)
    .sort((a, b) => b.theirs.length - a.theirs.length)[0];
  const lacking = like ? without(like.theirs, rows) : [];
  const same = like
    ? [`All options of ${linkTo(like.other)}${lacking.length > 0 ? ` but ${quoted(lacking)}` : ''}.`]
    : [];
  let left = without(without(rows, own), like?.theirs ?? []);
  for (const { other, theirs } of earlier) {
    const shared = without(left, without(left, theirs));
    if (shared.length > 0) same.push(`As for ${linkTo(other)}: ${quoted(shared)}.`);
    left = without(left, theirs);
  }
  const short = own.length > 0 && tables.length === 0 ? [table(own)] : tables;
  return [...short, ...(same.length > 0 ? [same.join(' ')] : [])].join('\n\n');
}

/** Returns docs/options.md with tables made from the options of each verb. */
export function optionsPage(page: string): string {
  const names = namesIn(page);
  return names.reduce((text, name, index) => {
    const from = text.indexOf(BEGIN(name)) + BEGIN(name).length;
    const to = text.indexOf(END, from);
    return `${text.slice(0, from)}\n${blockOf(name, names.slice(0, index))}\n${text.slice(to)}`;
  }, page);
}
