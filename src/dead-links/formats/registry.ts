import { extname } from 'node:path';
import { BadInput } from '../../domain/errors.ts';
import { csv } from './csv.ts';
import type { DeadLinksFormat } from './format.ts';
import { html } from './html.ts';
import { jsonl } from './jsonl.ts';
import { junit } from './junit.ts';
import { sarif } from './sarif.ts';

/** Formats of lists of checked links, beside the table of the command. */
export const deadLinksFormats: readonly DeadLinksFormat[] = [csv, jsonl, junit, sarif, html];

/**
 * The format of a list: the one that is asked for, or that the file's ending says; undefined: the table.
 *
 * @param out `-` is stdout
 * @throws BadInput for a file whose ending says another
 */
export function formatOfList(out: string, asked: string | undefined): DeadLinksFormat | undefined {
  const told = deadLinksFormats.find(({ ending }) => ending === extname(out).toLowerCase());
  if (asked === undefined) return told;
  const format = deadLinksFormats.find(({ name }) => name === asked);
  if (told && told !== format)
    throw new BadInput(
      `--out: ${out} is not the name of a ${asked} file: ${format ? `it must end in ${format.ending}` : 'leave out --format'}`,
    );
  return format;
}
