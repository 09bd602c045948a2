import { Help } from 'commander';

/** Columns of help at most. */
export const WIDTH = 80;

/** Terms with their meanings in two columns, as help lists options; at most 80 columns wide. */
export function termList(terms: readonly (readonly [term: string, meaning: string])[]): string {
  const help = new Help();
  help.helpWidth = WIDTH;
  const width = Math.max(...terms.map(([term]) => term.length));
  return terms.map(([term, meaning]) => help.formatItem(term, width, meaning, help)).join('\n');
}

/** The same of members of a registry, below a heading. */
export const summaries = (
  heading: string,
  members: readonly { readonly name: string; readonly summary: string }[],
): string => `${heading}:\n${termList(members.map(({ name, summary }) => [name, summary]))}`;
