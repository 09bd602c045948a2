import { Help } from 'commander';

/** Maximum number of columns of help, and of tables for a pipe, a file or a terminal of unknown width. */
export const WIDTH = 80;

/** Lists terms with their meanings in two columns, as help lists options; at most 80 columns wide. */
export function termList(terms: readonly (readonly [term: string, meaning: string])[]): string {
  const help = new Help();
  help.helpWidth = WIDTH;
  const width = Math.max(...terms.map(([term]) => term.length));
  return terms.map(([term, meaning]) => help.formatItem(term, width, meaning, help)).join('\n');
}

/** Lists members of a registry with their summaries, below a heading. */
export const summaries = (
  heading: string,
  members: readonly { readonly name: string; readonly summary: string }[],
): string => `${heading}:\n${termList(members.map(({ name, summary }) => [name, summary]))}`;
