import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** A PDF document of objects, the first of them its catalog. */
export function pdfOf(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const entries = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`,
    'latin1',
  );
}

/** The same with its objects in an object stream, and a cross-reference stream (PDF 1.5). */
export function packedPdfOf(objects: readonly string[], pack: (text: Buffer) => Buffer = deflateSync): Buffer {
  let at = 0;
  const heads = objects.map((object, index) => {
    const head = `${index + 1} ${at}`;
    at += object.length + 1;
    return head;
  });
  const first = `${heads.join(' ')} `;
  const packed = pack(Buffer.from(`${first}${objects.join(' ')} `, 'latin1'));
  const stream = objects.length + 1;
  const head = Buffer.from('%PDF-1.5\n');
  const open = `${stream} 0 obj\n<</Type/ObjStm/N ${objects.length}/First ${first.length}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  const body = Buffer.concat([Buffer.from(open), packed, Buffer.from('\nendstream\nendobj\n')]);
  const xrefAt = head.length + body.length;
  const row = (type: number, offset: number, index: number) => [
    type,
    offset >> 24,
    (offset >> 16) & 0xff,
    (offset >> 8) & 0xff,
    offset & 0xff,
    index,
  ];
  const rows = [row(0, 0, 0), ...objects.map((_, index) => row(2, stream, index)), row(1, head.length, 0)];
  const xref = Buffer.from([...rows, row(1, xrefAt, 0)].flat());
  const size = objects.length + 3;
  const close = `${stream + 1} 0 obj\n<</Type/XRef/Size ${size}/W[1 4 1]/Root 1 0 R/Length ${xref.length}>>\nstream\n`;
  const tail = `\nendstream\nendobj\nstartxref\n${xrefAt}\n%%EOF`;
  return Buffer.concat([head, body, Buffer.from(close), xref, Buffer.from(tail)]);
}

/** A document of one page with links to these addresses, and one in its outline. */
export const linkedPdf = (addresses: readonly string[], outlined: string): string[] => [
  '<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[${addresses.map((_, index) => `${index + 6} 0 R`).join(' ')}]>>`,
  '<</Type/Outlines/First 5 0 R/Last 5 0 R/Count 1>>',
  `<</Title(The outline)/Parent 4 0 R/A<</S/URI/URI(${outlined})>>>>`,
  ...addresses.map(
    (address) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(A note)/A<</S/URI/URI(${address})>>>>`,
  ),
];

/** A document whose page shows some words, in Latin letters. */
export const writtenPdf = (words: string): string[] => {
  const shown = `BT /F1 9 Tf 9 90 Td (${words}) Tj ET`;
  return [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 999 99]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${shown.length}>>\nstream\n${shown}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
};

/** Compresses a document so that it unpacks to gigabytes. */
export function bomb(text: Buffer): Buffer {
  const open = { finishFlush: constants.Z_FULL_FLUSH };
  const blanks = deflateRawSync(Buffer.alloc(50_000_000, ' '), open);
  return Buffer.concat([deflateSync(text, open), ...Array.from({ length: 80 }, () => blanks), Buffer.from([3, 0])]);
}
