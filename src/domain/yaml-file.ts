import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { BadInput, messageOf } from './errors.ts';

/** Reads a file in YAML or JSON. @throws BadInput of one line, which begins with the option, if any */
export function readYaml(file: string, option?: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n', 1);
    throw new BadInput(`${option === undefined ? '' : `${option}: `}can't read ${file}: ${reason}`);
  }
}
