import type { Table } from './table.ts';

interface NamedFormat {
  readonly name: string;
  /** File name extensions in lower case, without dots. */
  readonly endings: readonly string[];
}

/** Text format, which can be written to stdout. */
export interface TextFormat extends NamedFormat {
  /** Yields the document in pieces. */
  text(table: Table): Iterable<string>;
}

/** Binary format, which needs a file. */
export interface FileFormat extends NamedFormat {
  /**
   * Fills an empty file.
   *
   * @param companions tables that explain the main one; left out by formats with one table per file
   */
  fill(file: string, table: Table, companions: readonly Table[]): Promise<void>;
}

export type ExportFormat = TextFormat | FileFormat;
