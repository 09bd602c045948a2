import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { BadInput, messageOf } from '../../domain/errors.ts';
import type { AskedOptions } from '../../options/option.ts';

/** Files of a bundle that are needed to repeat its crawl. */
export const BUNDLED = { options: 'options.json', sites: 'sites.csv' } as const;

interface Bundle {
  /** Options in the form of the command line. */
  readonly options: AskedOptions;
  /** Content of a sites file. */
  readonly sites: Buffer;
}

const optionsSchema = z.record(z.string(), z.unknown());

/** Reads the options and sites of a bundle's crawl. @throws BadInput for a file that is no bundle */
export async function readBundle(file: string): Promise<Bundle> {
  const { strFromU8, unzipSync } = await import('fflate');
  try {
    const files = unzipSync(readFileSync(file), {
      filter: ({ name }) => Object.values<string>(BUNDLED).includes(name),
    });
    const [options, sites] = [files[BUNDLED.options], files[BUNDLED.sites]];
    if (!options || !sites) throw new BadInput(`it contains no ${options ? BUNDLED.sites : BUNDLED.options}`);
    return { options: optionsSchema.parse(JSON.parse(strFromU8(options))), sites: Buffer.from(sites) };
  } catch (error) {
    const why = error instanceof z.ZodError ? `its ${BUNDLED.options} is not valid` : messageOf(error);
    throw new BadInput(`--bundle: ${file} was not written by forager bundle: ${why}`);
  }
}
