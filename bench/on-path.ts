import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BadInput } from '../src/domain/errors.ts';

/** Finds a program on the PATH. */
export function onPath(name: string): string {
  const folder = (process.env.PATH ?? '').split(delimiter).find((dir) => existsSync(join(dir, name)));
  if (folder === undefined) throw new BadInput(`no ${name} on the PATH: install the package ${name}`);
  return join(folder, name);
}
