import { basename } from 'node:path';
import { BadInput } from '../domain/errors.ts';
import { csv } from './csv.ts';
import { dl } from './dl.ts';
import { gexf } from './gexf.ts';
import type { GraphFormat } from './graph-format.ts';
import { graphml } from './graphml.ts';
import { pajek } from './pajek.ts';

export const graphFormats: readonly GraphFormat[] = [gexf, graphml, pajek, dl, csv];

/**
 * Returns the requested format, or that of the file's extension; by default GEXF for stdout.
 *
 * @param out `-` is stdout
 * @throws BadInput if the file's extension belongs to another format, or to none
 */
export function formatOfGraph(out: string, asked: string | undefined): GraphFormat {
  const [, ending = ''] = /(\.\w+)$/.exec(basename(out).toLowerCase()) ?? [];
  const byEnding = graphFormats.find((format) => format.ending === ending);
  const format =
    asked === undefined ? (out === '-' ? gexf : byEnding) : graphFormats.find(({ name }) => name === asked);
  if (format && (out === '-' || byEnding === format)) return format;
  const wanted = format ? `in ${format.ending}` : `in ${graphFormats.map((one) => one.ending).join(', ')}`;
  throw new BadInput(`--out: ${out} is not the name of a ${format?.name ?? 'graph'} file; it must end ${wanted}`);
}
