import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { words } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { commonOptions, offSwitch } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';
import { writeResult } from '../../write-result.ts';

export const reportVerb = verb({
  name: 'report',
  summary: 'write a report on a crawl as one HTML file',
  options: z.strictObject({
    out: flag(words.text.default('report.html'), {
      value: 'FILE',
      description: 'write to this HTML file; - is stdout',
    }),
    force: offSwitch('overwrite an existing file'),
    db: commonOptions.db,
  }),
  examples: ['forager report --db data/demo.sqlite --out data/report.html --force'],
  async run({ out, force, db }) {
    if (/\.(?!html?$)\w+$/i.test(out)) throw new BadInput(`--out: ${out} must end in .html`);
    const { studyReport } = await import('../../../reports/study/study-report.ts');
    await writeResult({ out, force, db }, (store) => [studyReport(store, Date.now())]);
    return ExitCode.done;
  },
});
