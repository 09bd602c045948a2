import type { Methods } from './methods.ts';

/** File of a bundle, for its metadata. */
interface CrateFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
}

const CONTENTS: readonly (readonly [pattern: RegExp, name: string, format: string])[] = [
  [/^links\.csv$/, 'Links: a row for each site and target', 'text/csv'],
  [/^sites\.csv$/, 'Sites: a sites file of Forager', 'text/csv'],
  [/^robots\.csv$/, 'When robots.txt was asked for, and what was answered', 'text/csv'],
  [/^robots\//, 'A robots.txt as it was answered', 'text/plain'],
  [/^options\.json$/, 'Options of the crawl, for crawl --bundle', 'application/json'],
  [/^versions\.json$/, 'Versions of the programs', 'application/json'],
  [/^report\.html$/, 'Report for people', 'text/html'],
];

/**
 * Returns the metadata of a bundle as RO-Crate 1.1 (https://w3id.org/ro/crate/1.1).
 * @param made milliseconds since the epoch
 */
export function crateMetadata(methods: Methods, text: string, files: readonly CrateFile[], made: number): string {
  const entities = files.map(({ path, size, sha256 }) => {
    const [, name = path, format = 'text/plain'] = CONTENTS.find(([pattern]) => pattern.test(path)) ?? [];
    return { '@id': encodeURI(path), '@type': 'File', name, contentSize: String(size), encodingFormat: format, sha256 };
  });
  const ids = entities.map((entity) => ({ '@id': entity['@id'] }));
  const forager = { '@id': '#forager' };
  const graph = [
    {
      ...{ '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork' },
      ...{ conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' }, about: { '@id': './' } },
    },
    {
      ...{ '@id': './', '@type': 'Dataset', name: `Links of ${methods.sites} sites`, description: text },
      ...{ datePublished: new Date(made).toISOString(), temporalCoverage: `${methods.from}/${methods.to}` },
      ...{ license: 'Not stated: set it before you publish', hasPart: ids, mentions: { '@id': '#crawl' } },
    },
    {
      ...{ '@id': '#crawl', '@type': 'CreateAction', name: 'Crawl', instrument: forager, result: ids },
      ...{ startTime: methods.from, endTime: methods.to },
    },
    { ...forager, '@type': 'SoftwareApplication', name: 'Forager', version: methods.version },
    ...entities,
  ];
  return `${JSON.stringify({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': graph }, null, 2)}\n`;
}
