import { z } from 'zod';
import { isPostgres, shownDatabase } from '../../../domain/database.ts';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { counted } from '../../../domain/wording.ts';
import { words } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { offSwitch, recordOption } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

const options = z.strictObject({
  file: flag(words.text, { value: 'FILE', description: 'SQLite file', positional: true }),
  db: recordOption,
  json: offSwitch('print the result as JSON'),
});

/** Checks that a database is a PostgreSQL address. @throws BadInput for a file */
function checkAddress(db: string): void {
  if (!isPostgres(db))
    throw new BadInput(`--db: ${db} is a file; name a PostgreSQL database, postgres://USER@HOST/NAME`);
}

export const pullVerb = verb({
  name: 'pull',
  summary: 'copy a shared crawl into a SQLite file, or update the copy',
  options,
  examples: ['forager pull --db postgres://forager@db/unis unis.sqlite'],
  async run({ db, file, json }) {
    checkAddress(db);
    const { pull } = await import('../../../cluster/copy.ts');
    const copied = await pull(db, file);
    const text = `${file}: ${counted(copied.entries, 'change')} of ${counted(copied.sites, 'site')} pulled from ${shownDatabase(db)}`;
    process.stdout.write(`${json ? JSON.stringify(copied) : text}\n`);
    return ExitCode.done;
  },
});

/** Returns the page limit of a crawl's last run. */
async function pageLimitOf(file: string): Promise<number | undefined> {
  const { readStore } = await import('../../../storage/open.ts');
  const { lastConfig, recordedOptions } = await import('../../../reports/runs.ts');
  return await readStore(file, (store) => recordedOptions(lastConfig(store)).pageLimit);
}

export const pushVerb = verb({
  name: 'push',
  summary: 'copy a crawl into an empty PostgreSQL database, for several machines',
  options,
  examples: ['forager push --db postgres://forager@db/unis unis.sqlite'],
  async run({ db, file, json }) {
    checkAddress(db);
    const { push } = await import('../../../cluster/copy.ts');
    const copied = await push(db, file, await pageLimitOf(file));
    const text = `${file}: ${counted(copied.sites, 'site')} pushed to ${shownDatabase(db)}`;
    process.stdout.write(`${json ? JSON.stringify(copied) : text}\n`);
    return ExitCode.done;
  },
});
