import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../domain/counted.ts';
import { BadInput, ExitCode } from '../domain/errors.ts';
import { refuseUnwritable, writeToFile } from '../export/write.ts';
import { trainPrior } from '../lab/train.ts';
import { makeLog } from './log.ts';
import type { LabTrainOptions } from './verbs/lab-train.ts';

/** Writes what words were worth on the webs that are named. */
export async function runLabTrain(given: LabTrainOptions): Promise<number> {
  const { db, webs, split, out, force } = given;
  const files = [...db, ...webs.flatMap(filesIn)];
  if (files.length === 0) throw new BadInput('nothing to learn from: name databases by --db, or folders by --webs');
  refuseUnwritable(out, force);
  const log = makeLog(given);
  const prior = await trainPrior(files, split, (web) => log.info(`learned from ${web}`));
  await writeToFile(out, force, [`${JSON.stringify(prior, null, 1)}\n`]);
  const words = Object.keys(prior.anchor).length + Object.keys(prior.address).length;
  process.stdout.write(`${out}: ${words.toLocaleString('en')} words, from ${counted(prior.webs.length, 'web')}\n`);
  return ExitCode.done;
}

/** Recordings and databases in a folder, by name. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new BadInput(`--webs: there is no folder ${folder}`);
  const files = readdirSync(folder).filter((name) => /\.(jsonl(\.gz)?|sqlite)$/.test(name));
  if (files.length === 0)
    throw new BadInput(`--webs: no recorded pages (.jsonl, .jsonl.gz) and no database (.sqlite) in ${folder}`);
  return files.sort().map((name) => join(folder, name));
}
