import { type ReaderInput, type ReaderName, type ReaderResult, readers } from './readers.ts';

/** One of the threads that read what is large. */
export default async <N extends ReaderName>({ name, input }: { name: N; input: ReaderInput<N> }) => {
  const result: ReaderResult<N> = await readers[name].read(input);
  return result;
};
