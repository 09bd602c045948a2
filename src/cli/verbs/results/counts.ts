import { z } from 'zod';
import { ExitCode } from '../../../domain/errors.ts';
import { oneOf } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { countingModels } from '../../../webometrics/models.ts';
import { countReports } from '../../../webometrics/registry.ts';
import type { Figures } from '../../../webometrics/report.ts';
import { asOfOption, commonOptions, names, offSwitch, outputOptions } from '../../options/shared-options.ts';
import { readTargets, targetsOption } from '../../options/targets.ts';
import { printable } from '../../printable.ts';
import { summaries } from '../../tables/term-list.ts';
import { verb } from '../../verb.ts';
import { writeResult } from '../../write-result.ts';

const formats = ['table', 'csv'] as const;

/** Schema for the name of one member. */
const nameOfOne = (members: readonly { readonly name: string }[]) =>
  z.enum(
    members.map(({ name }) => name),
    `must be one of ${names(members)}`,
  );
/** Schema for names of members, separated by commas. */
const namesOfSome = (members: readonly { readonly name: string }[]) =>
  z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(
      z.array(
        z.enum(
          members.map(({ name }) => name),
          `must be some of ${names(members)}`,
        ),
      ),
    );

export const countsVerb = verb({
  name: 'counts',
  summary: 'count the links between sites, by page, directory, domain and site',
  options: z.strictObject({
    report: flag(nameOfOne(countReports).default('links'), {
      value: 'REPORT',
      description: `what to count: ${names(countReports)}`,
    }),
    model: flag(namesOfSome(countingModels).optional(), {
      value: 'MODELS',
      defaultText: 'all',
      description: `units to count by: ${names(countingModels)}; comma-separated`,
    }),
    self: offSwitch('also count links from a site to itself'),
    targets: targetsOption,
    asOf: asOfOption,
    format: flag(oneOf(formats).text.default('table'), {
      value: 'FORMAT',
      description: `output format: ${formats.join(', ')}`,
    }),
    ...outputOptions,
    ...commonOptions,
  }),
  examples: [
    'forager counts --db data/demo.sqlite',
    'forager counts --report matrix --model directory --format csv --db data/demo.sqlite --out data/matrix.csv --force',
    'forager counts --report impact --targets sites.csv --db data/demo.sqlite',
  ],
  details: () => `${summaries('Reports', countReports)}

${summaries('Models', countingModels)}`,
  async run({ report, model: models, self, targets: list, asOf, format, out, force, db, json }) {
    const { countLinks } = await import('../../../webometrics/count-links.ts');
    const targets = await readTargets(list);
    await writeResult({ out, force, db }, (store) => {
      const figures = countLinks(store, { report, models, targets, self, asOf: asOf?.to });
      return written(report, figures, json ? 'json' : format);
    });
    return ExitCode.done;
  },
});

/** Returns the figures piece by piece, in the requested form. */
async function written(
  report: string,
  { columns, rows }: Figures,
  format: (typeof formats)[number] | 'json',
): Promise<Iterable<string>> {
  switch (format) {
    case 'json':
      return [`${JSON.stringify({ report, columns, rows: [...rows] })}\n`];
    case 'csv': {
      const { csvLine } = await import('../../../export/csv.ts');
      return (function* () {
        yield csvLine(columns);
        for (const row of rows) yield csvLine(row);
      })();
    }
    case 'table': {
      const { printedTable } = await import('../../tables/printed-table.ts');
      const listed = [...rows];
      if (listed.length === 0) return ['nothing to count: no site links to another\n'];
      const isNumber = (column: number) => listed.some((row) => typeof row[column] === 'number');
      const heads = columns.map((head, column) => ({ head: printable(head), isNumber: isNumber(column) }));
      return [`${printedTable(heads, listed)}\n`];
    }
  }
}
