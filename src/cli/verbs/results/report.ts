import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { words } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { commonOptions, offSwitch } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

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
    const { isPrivate, openStoreToRead } = await import('../../../storage/open.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../../export/write.ts');
    const { studyReport } = await import('../../../reports/study/study-report.ts');
    const store = await openStoreToRead(db);
    try {
      if (out !== '-') refuseUnwritable(out, force);
      store.connection.exec('begin');
      const document = [studyReport(store, Date.now())];
      await (out === '-' ? writeToStdout(document) : writeToFile(out, force, document, isPrivate(db)));
      return ExitCode.done;
    } finally {
      await store.close();
    }
  },
});
