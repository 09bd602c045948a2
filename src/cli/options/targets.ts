import type { Target } from '../../webometrics/target-list.ts';
import { fileOption } from './shared-options.ts';

export const targetsOption = fileOption('CSV list of more sites to count one by one, such as other universities');

/** Reads the list of `--targets`. @throws BadInput for an invalid line */
export async function readTargets(file: string | undefined): Promise<readonly Target[]> {
  if (file === undefined) return [];
  const { decoded, readInput } = await import('../sites-file.ts');
  const { parseTargets } = await import('../../webometrics/target-list.ts');
  return parseTargets(decoded(readInput(file, '--targets'), `--targets: ${file}`), `--targets: ${file}`);
}
