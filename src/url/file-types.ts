import { MIMEType } from 'whatwg-mimetype';

/** Returns the content type of a Content-Type header without parameters, in lower case; empty without a type. */
export const typeOf = (contentType: string): string => MIMEType.parse(contentType)?.essence ?? '';

/** File endings. Links with such an ending are recorded but not visited. */
const endings = new Set(
  [
    '7z apk arj bin bz2 cab deb dmg exe gz iso jar lha lz lzh msi rar rpm sit tar tbz tgz txz war whl xz z zip zst',
    'avif bmp cur djvu eps gif ico jfif jpe jpeg jpg pcx png ppm psd svg svgz tga tif tiff webp xcf',
    '3gp aac aif aiff au avi flac flv m4a m4v mid midi mkv mov mp2 mp3 mp4 mpeg mpg oga ogg ogv opus ra ram rm swf wav webm wma wmv',
    'csv doc docm docx dot dotx dvi epub fb2 mobi odf odg odp ods odt pdf pot potx pps ppsx ppt pptm pptx ps rtf sxc sxw tex vsd xls xlsb xlsm xlsx',
    'atom bib class css dat dll eot ics js json kml kmz log map md5 mjs otf rss sha1 sha256 sig so sql torrent ttf txt vcf wasm woff woff2 xpi xsd xsl',
  ]
    .join(' ')
    .split(' '),
);

/** Tells whether an address leads to a PDF document, which may contain links. */
export const isDocument = (url: string): boolean => /\.pdf(?:[?#]|$)/i.test(url);

/** Tells whether the path has a file ending: `/paper.PDF` has, `/paper` and `/index.php` have not. */
export const isFilePath = (pathname: string): boolean => endings.has(endingOf(pathname));

/** Returns the ending of a path's name in lower case, `pdf` of `/paper.PDF`; may be empty. */
export function endingOf(pathname: string): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** Content types (IANA) of text documents, slides and tables, by ending. */
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

/** Content types of documents and data files, by ending. */
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

/** File endings of usual documents. */
export const usualDocuments: readonly string[] = Object.keys(usual);

/** Endings of compressed single files: `table.csv.gz` is a table. */
const COMPRESSED = /\.(?:gz|bz2|xz|z|zst|zip)$/i;

/** Pattern of an ending or a content type: `pdf`, `.pdf` or `application/pdf`. */
const TYPE = /^(?:\.?[a-z0-9]+|[a-z0-9.+-]+\/[a-z0-9.+-]+)$/i;

/** Tells whether a text is a file ending or a content type. */
export const isDocumentType = (text: string): boolean => TYPE.test(text);

/** Returns tests for documents of some types, each an ending or a content type. */
export function documentTypes(types: readonly string[]) {
  const wanted = new Set(types.map((type) => type.toLowerCase().replace(/^\./, '')));
  const wantedTypes = new Set([...wanted].map((type) => formats[type] ?? type));
  return {
    /** Tells whether an address has the ending of such a document. */
    isDocument: (url: string): boolean => {
      const [path = ''] = url.split(/[?#]/, 1);
      return [path, path.replace(COMPRESSED, '')].some((name) => {
        const ending = endingOf(name);
        return ending !== '' && (wanted.has(ending) || wanted.has(formats[ending] ?? ''));
      });
    },
    /** Tells whether a content type, such as `application/pdf; charset=binary`, is one of such a document. */
    isType: (contentType: string): boolean => wantedTypes.has(typeOf(contentType)),
  };
}
