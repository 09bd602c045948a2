import type { FileFormat } from './format.ts';
import type { ColumnType, Table } from './table.ts';

const declared: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'integer',
  real: 'real',
  time: 'integer',
};

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** SQLite file with one table for each given table; times are integer milliseconds since the epoch. */
export const sqlite: FileFormat = {
  name: 'sqlite',
  endings: ['sqlite', 'db'],
  async fill(file, table, companions) {
    const { createSqliteFile } = await import('../storage/open.ts');
    const connection = createSqliteFile(file);
    try {
      const fill = ({ name: table, columns, rows }: Table) => {
        const types = columns.map(({ name, type }) => `${snake(name)} ${declared[type]}`);
        connection.exec(`create table ${table} (${types.join(', ')})`);
        const insert = connection.prepare(
          `insert into ${table} values (${columns.map(({ name }) => `@${name}`).join(', ')})`,
        );
        for (const row of rows) insert.run(row);
      };
      connection.exec('begin');
      for (const one of [table, ...companions]) fill(one);
      connection.exec('commit');
    } finally {
      connection.close();
    }
  },
};
