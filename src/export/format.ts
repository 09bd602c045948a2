import type { Table } from './table.ts';

interface NamedFormat {
  readonly name: string;
  /** Endings of files that are of this format, in small letters. */
  readonly endings: readonly string[];
}

/** A format that is text: it can go to stdout. */
export interface TextFormat extends NamedFormat {
  /** The document, piece by piece. */
  text(table: Table): Iterable<string>;
}

/** A format that needs a file of its own. */
export interface FileFormat extends NamedFormat {
  /**
   * Fills a file that is empty.
   *
   * @param companions tables that explain the first one; a format whose files hold one table leaves them out
   */
  fill(file: string, table: Table, companions: readonly Table[]): Promise<void>;
}

export type ExportFormat = TextFormat | FileFormat;
