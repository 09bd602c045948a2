import type { Store } from '../storage/open.ts';

interface ResultPlace {
  readonly db: string;
  /** File to write; `-` is stdout. */
  readonly out: string;
  /** True to overwrite an existing file. */
  readonly force: boolean;
}

/**
 * Writes the text that `make` returns for a database, piece by piece, to a file or stdout.
 * @throws BadInput for a database that can't be read, or a file that can't be written, before `make` is called
 */
export async function writeResult(
  { db, out, force }: ResultPlace,
  make: (store: Store) => Iterable<string> | Promise<Iterable<string>>,
): Promise<void> {
  const { isPrivate, readStore } = await import('../storage/open.ts');
  const { refuseUnwritable, writeToFile, writeToStdout } = await import('../export/write.ts');
  await readStore(db, async (store) => {
    if (out !== '-') refuseUnwritable(out, force);
    const text = await make(store);
    await (out === '-' ? writeToStdout(text) : writeToFile(out, force, text, isPrivate(db)));
  });
}
