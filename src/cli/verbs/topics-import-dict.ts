import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { words } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';

export const topicsImportDictVerb = verb({
  name: 'topics import-dict',
  summary: 'make the dictionary of a topic from a dictd dictionary, such as FOLDOC',
  options: z.strictObject({
    index: flag(words.text, {
      value: 'INDEX',
      positional: true,
      description: 'the index of a dictd dictionary: /usr/share/dictd/foldoc.index',
    }),
    out: flag(z.string('name the file to write, --out FILE').min(1, 'must not be empty'), {
      value: 'FILE',
      description: 'the dictionary, a term a line, for the dictionary: of a topic file',
    }),
    force: offSwitch('write over a file that is there'),
  }),
  examples: ['forager topics import-dict /usr/share/dictd/foldoc.index --out data/topics/foldoc.txt'],
  async run({ index, out, force }) {
    const { dictdTerms } = await import('../../topics/dictd-terms.ts');
    if (!existsSync(index)) {
      const debian = /foldoc/.test(index) ? '; on Debian the package dict-foldoc brings it' : '';
      throw new BadInput(`topics import-dict: there is no file ${index}${debian}`);
    }
    const { writeToFile } = await import('../../export/write.ts');
    const terms = dictdTerms(readFileSync(index, 'utf8'), index);
    await writeToFile(out, force, [`${terms.join('\n')}\n`]);
    process.stdout.write(`${out}: ${terms.length.toLocaleString('en')} terms\n`);
    return ExitCode.done;
  },
});
