import { readFile } from 'node:fs/promises';
import { type ContenderInput, contenderInput, inputFile } from './contender.ts';
import { childArguments } from './run-child.ts';

/** In a contender's process: what it is to do. The list of addresses is too long for a command line, so it is in a file. */
export async function readInput(): Promise<ContenderInput> {
  const { file } = childArguments(inputFile);
  return contenderInput.parse(JSON.parse(await readFile(file, 'utf8')));
}
