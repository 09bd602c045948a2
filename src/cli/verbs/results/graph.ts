import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { graphLevels } from '../../../graphs/levels.ts';
import { formatOfGraph, graphFormats } from '../../../graphs/registry.ts';
import { oneOf, positive } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { asOfOption, commonOptions, offSwitch, outputOptions } from '../../options/shared-options.ts';
import { readTargets, targetsOption } from '../../options/targets.ts';
import { verb } from '../../verb.ts';

const levels = graphLevels.map(({ name }) => name);
const formats = graphFormats.map(({ name }) => name);
const kinds = ['external', 'internal', 'both'] as const;

export const graphVerb = verb({
  name: 'graph',
  summary: 'export the links as a graph for Gephi, Pajek, UCINET, networkx or igraph',
  options: z.strictObject({
    level: flag(z.enum(levels, `must be one of ${levels.join(', ')}`).default('site'), {
      value: 'LEVEL',
      description: `nodes of the graph: ${levels.join(', ')}`,
    }),
    links: flag(oneOf(kinds).text.default('external'), {
      value: 'KIND',
      description: `edges of the graph: ${kinds.join(', ')} links`,
    }),
    format: flag(z.enum(formats, `must be one of ${formats.join(', ')}`).optional(), {
      value: 'FORMAT',
      defaultText: 'from the name of --out, or gexf',
      description: `file format: ${formats.join(', ')}`,
    }),
    leastWeight: flag(positive.default(1), {
      value: 'N',
      description: 'leave out edges with fewer links, and nodes without an edge',
    }),
    targets: targetsOption,
    asOf: asOfOption,
    removed: offSwitch('include links that were removed from their pages, with the date'),
    metrics: offSwitch('add PageRank, hub and authority weight, k-core, bow-tie and community of each node'),
    ...outputOptions,
    db: commonOptions.db,
  }),
  examples: [
    'forager graph --db data/demo.sqlite --out data/sites.gexf --force',
    'forager graph --level host --links both --metrics --db data/demo.sqlite --out data/hosts.graphml --force',
    'forager graph --level directory --format pajek --least-weight 2 --db data/demo.sqlite --out data/folders.net --force',
  ],
  async run({ level, links, format: asked, leastWeight, targets: list, asOf, removed, metrics, out, force, db }) {
    const { isPrivate, readStore } = await import('../../../storage/open.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../../export/write.ts');
    const { readLinkGraph, withMetrics } = await import('../../../graphs/link-graph.ts');
    const format = formatOfGraph(out, asked);
    const targets = await readTargets(list);
    await readStore(db, async (store) => {
      const stem = out.slice(0, out.length - format.ending.length);
      const read = readLinkGraph(store, { level, links, leastWeight, targets, withRemoved: removed, asOf: asOf?.to });
      const graph = metrics ? withMetrics(read, 1) : read;
      if (out === '-') {
        if (format.beside)
          throw new BadInput(`--format ${format.name} writes several files: give --out NAME${format.ending}`);
        return await writeToStdout(format.text(graph));
      }
      const files = [{ ending: format.ending, text: format.text(graph) }, ...(format.beside?.(graph) ?? [])];
      for (const file of files) refuseUnwritable(`${stem}${file.ending}`, force);
      for (const file of files) await writeToFile(`${stem}${file.ending}`, force, file.text, isPrivate(db));
    });
    return ExitCode.done;
  },
});
