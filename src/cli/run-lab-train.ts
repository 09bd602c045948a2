import { counted } from '../domain/counted.ts';
import { ExitCode } from '../domain/errors.ts';
import { refuseUnwritable, writeToFile } from '../export/write.ts';
import { webFiles } from '../lab/open-world.ts';
import { trainPrior } from '../lab/train.ts';
import { makeLog } from './log.ts';
import type { LabTrainOptions } from './verbs/lab-train.ts';

/** Writes what words were worth on the webs that are named. */
export async function runLabTrain(given: LabTrainOptions): Promise<number> {
  const { web, split, out, force } = given;
  const files = webFiles(web);
  refuseUnwritable(out, force);
  const log = makeLog(given);
  const prior = await trainPrior(files, split, (web) => log.info(`learned from ${web}`));
  await writeToFile(out, force, [`${JSON.stringify(prior, null, 1)}\n`]);
  const words = Object.keys(prior.anchor).length + Object.keys(prior.address).length;
  process.stdout.write(`${out}: ${words.toLocaleString('en')} words, from ${counted(prior.webs.length, 'web')}\n`);
  return ExitCode.done;
}
