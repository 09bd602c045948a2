import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { BadInput, messageOf } from '../../domain/errors.ts';
import type { AskedOptions } from '../../options/option.ts';

/** The files of a bundle that a crawl is repeated by. */
export const BUNDLED = { options: 'options.json', sites: 'sites.csv' } as const;

interface Bundle {
  /** As the command line had them. */
  readonly options: AskedOptions;
  /** A sites file. */
  readonly sites: Buffer;
}

const optionsSchema = z.record(z.string(), z.unknown());

/** Reads how the crawl of a bundle was made. @throws BadInput for a file that is no bundle */
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
