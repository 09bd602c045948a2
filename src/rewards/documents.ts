import { z } from 'zod';
import { endingOf } from '../url/file-types.ts';
import { reward } from './reward.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** Endings of documents that people read, show and compute with, and the content types that they are sent with (IANA). */
const usual: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  ps: 'application/postscript',
  djvu: 'image/vnd.djvu',
  doc: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  odt: `${OPEN}.text`,
  rtf: 'application/rtf',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE}.presentationml.presentation`,
  odp: `${OPEN}.presentation`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ods: `${OPEN}.spreadsheet`,
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  epub: 'application/epub+zip',
};

/** The same for files of data that count where they are asked for. */
const formats: Readonly<Record<string, string>> = {
  ...usual,
  json: 'application/json',
  jsonl: 'application/jsonl',
  geojson: 'application/geo+json',
  jsonld: 'application/ld+json',
  xml: 'application/xml',
  rdf: 'application/rdf+xml',
  ttl: 'text/turtle',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  gpkg: 'application/geopackage+sqlite3',
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
  gz: 'application/gzip',
  tex: 'application/x-tex',
  txt: 'text/plain',
};

/** What one file is compressed with: `table.csv.gz` is a table. */
const COMPRESSED = /\.(?:gz|bz2|xz|zst|zip)$/i;

/** `pdf`, `.pdf` or `application/pdf`. */
const TYPE = /^(?:\.?[a-z0-9]+|[a-z0-9.+-]+\/[a-z0-9.+-]+)$/;
const typesIn = (list: string): string[] => list.split(',').map((type) => type.trim().toLowerCase());

/**
 * Links to documents that the page's site had not shown before, internal and external ones: the targets of Gauquier,
 * Manolescu & Senellart 2026, "Efficient crawling for scalable web data acquisition" (arXiv:2602.11874), whose crawler is
 * rewarded for the new targets that a page leads to. An address tells by its ending what it leads to. Where it does not, the visit that finds a document
 * there is worth 1 itself.
 */
export const documents = reward({
  name: 'documents',
  summary: 'links to documents that its site had not shown before',
  params: z.strictObject({
    types: z
      .string()
      .refine((list) => typesIn(list).every((type) => TYPE.test(type)), 'write endings or content types: pdf,text/csv')
      .default(Object.keys(usual).join(','))
      .describe('which documents, by endings or content types, separated by commas'),
  }),
  make({ types }) {
    const wanted = new Set(typesIn(types).map((type) => type.replace(/^\./, '')));
    const wantedTypes = new Set([...wanted].map((type) => formats[type] ?? type));
    const isDocument = (url: string): boolean => {
      const [path = ''] = url.split(/[?#]/, 1);
      return [path, path.replace(COMPRESSED, '')].some((name) => {
        const ending = endingOf(name);
        return ending !== '' && (wanted.has(ending) || wanted.has(formats[ending] ?? ''));
      });
    };
    return {
      of({ outcome, url, contentType }, page) {
        const [type = ''] = contentType.split(';', 1);
        if (outcome === 'file') return !isDocument(url) && wantedTypes.has(type.trim().toLowerCase()) ? 1 : 0;
        const links = page?.links ?? [];
        return links.filter((link) => link.isNew && link.kind !== 'bad' && isDocument(link.url)).length;
      },
    };
  },
});
