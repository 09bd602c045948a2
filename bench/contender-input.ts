import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { inputFile } from './contender.ts';
import { childArguments } from './run-child.ts';

/** In a contender's process: its task. The list of addresses is too long for a command line, so it is in a file. */
export async function readInput<T>(schema: z.ZodType<T>): Promise<T> {
  const { file } = childArguments(inputFile);
  return schema.parse(JSON.parse(await readFile(file, 'utf8')));
}
