import type { Table } from './table.ts';

/** A format that is text: it can go to stdout. */
export interface TextFormat {
  readonly name: string;
  /** The document, piece by piece. */
  text(table: Table): Iterable<string>;
}

/** A format that needs a file of its own. */
export interface FileFormat {
  readonly name: string;
  /**
   * Fills a file that is empty.
   *
   * @param companions tables that explain the first one; a format whose files hold one table leaves them out
   */
  fill(file: string, table: Table, companions: readonly Table[]): Promise<void>;
}

export type ExportFormat = TextFormat | FileFormat;
