import { BadInput } from '../domain/errors.ts';
import type { FileFormat } from './format.ts';
import type { Column, ColumnType, Row, Table } from './table.ts';

/** Limits of Excel and compatible programs: rows of a sheet, characters of a cell. */
const MOST_ROWS = 1_048_576;
const MOST_CHARACTERS = 32_767;

/** Fixed date of all files in the archive, so that the same rows give the same bytes. */
const MADE = Date.UTC(2000, 0, 2);

const DAY = 24 * 60 * 60 * 1000;
/** Day number of 1970-01-01 in spreadsheets. */
const EPOCH = 25_569;

/** Style of a column's cells, as an index into the `cellXfs` of `STYLES`, and the column's width in characters. */
const looks: Readonly<Record<ColumnType, { readonly style: number; readonly width: number }>> = {
  text: { style: 1, width: 30 },
  integer: { style: 0, width: 12 },
  real: { style: 0, width: 12 },
  time: { style: 2, width: 20 },
};
const HEADER = 3;

/** Office Open XML workbook (ECMA-376) with a sheet for each table; all text of pages is in cells of format "text". */
export const xlsx: FileFormat = {
  name: 'xlsx',
  endings: ['xlsx'],
  async fill(file, table, companions) {
    const { ZipWriter } = await import('./zip.ts');
    const tables = [table, ...companions];
    const zip = new ZipWriter(file, MADE);
    try {
      for (const [path, text] of Object.entries(parts(tables.map(({ name }) => name)))) zip.add({ path, text: [text] });
      for (const [index, one] of tables.entries())
        zip.add({ path: `xl/worksheets/sheet${index + 1}.xml`, text: sheet(one) });
      zip.end();
    } catch (error) {
      zip.abort();
      throw error;
    }
  },
};

function* sheet({ columns, rows }: Table): Generator<string> {
  const last = columnName(columns.length - 1);
  const widths = columns.map(
    ({ type }, index) => `<col min="${index + 1}" max="${index + 1}" width="${looks[type].width}" customWidth="1"/>`,
  );
  yield `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0">`;
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `<cols>${widths.join('')}</cols><sheetData><row>`;
  yield `${columns.map(({ name }) => textCell(name, HEADER)).join('')}</row>`;
  let count = 1;
  for (const row of rows) {
    count++;
    if (count > MOST_ROWS)
      throw new BadInput(
        `a spreadsheet holds at most ${MOST_ROWS} rows: choose fewer links, or use --format csv or parquet`,
      );
    yield `<row>${columns.map((column) => cellOf(row, column)).join('')}</row>`;
  }
  yield `</sheetData><autoFilter ref="A1:${last}${count}"/></worksheet>`;
}

function cellOf(row: Row, { name, type }: Column): string {
  const value = row[name] ?? null;
  const { style } = looks[type];
  if (value === null) return '<c/>';
  if (typeof value === 'string') return textCell(value, style);
  return `<c s="${style}"><v>${type === 'time' ? value / DAY + EPOCH : value}</v></c>`;
}

const textCell = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`;

const shortened = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;

/** Escapes text for XML, with `_x0007_` for an invalid character (ECMA-376, part 1, 22.9.2.19). */
const escaped = (text: string): string =>
  text
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(
      /(?![\t\n\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu,
      (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Returns a column's letters: A, B, ... Z, AA, ... */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLES = `${XML}<styleSheet ${MAIN}>
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;

/** Returns the parts of a workbook by path, without its sheets. */
function parts(names: readonly string[]): Readonly<Record<string, string>> {
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const relations = (list: readonly string[]) =>
    `${XML}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${list.join('')}</Relationships>`;
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${CONTENT}.${kind}+xml"/>`;
  const sheets = names.map((name, index) => ({ name, id: index + 1, part: `worksheets/sheet${index + 1}` }));
  const own = sheets.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`);
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('workbook', 'sheet.main')}${type('styles', 'styles')}${sheets.map(({ part }) => type(part, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${own.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(({ id, part }) => relation(id, 'worksheet', `${part}.xml`)),
      relation(names.length + 1, 'styles', 'styles.xml'),
    ]),
    'xl/styles.xml': STYLES,
  };
}
