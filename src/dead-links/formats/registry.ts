import { extname } from 'node:path';
import { BadInput } from '../../domain/errors.ts';
import { csv } from './csv.ts';
import type { DeadLinksFormat } from './format.ts';
import { html } from './html.ts';
import { jsonl } from './jsonl.ts';
import { junit } from './junit.ts';
import { sarif } from './sarif.ts';

/** File formats for lists of checked links; the command also prints a table. */
export const deadLinksFormats: readonly DeadLinksFormat[] = [csv, jsonl, junit, sarif, html];

/**
 * Returns the requested format, or that of the file's extension; undefined: a table.
 *
 * @param out `-` is stdout
 * @throws BadInput if the file's extension belongs to another format
 */
export function formatOfList(out: string, asked: string | undefined): DeadLinksFormat | undefined {
  const byEnding = deadLinksFormats.find(({ ending }) => ending === extname(out).toLowerCase());
  if (asked === undefined) return byEnding;
  const format = deadLinksFormats.find(({ name }) => name === asked);
  if (byEnding && byEnding !== format)
    throw new BadInput(
      `--out: ${out} is not the name of a ${asked} file: ${format ? `it must end in ${format.ending}` : 'leave out --format'}`,
    );
  return format;
}
