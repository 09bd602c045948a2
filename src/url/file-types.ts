/** Endings of addresses that lead to a file, not to a page: such links are recorded, and not visited. */
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

/** Whether an address leads to a PDF document: files that may bear links as pages do. */
export const isDocument = (url: string): boolean => /\.pdf(?:[?#]|$)/i.test(url);

/** Whether the path's ending says that it is a file: `/paper.PDF` is, `/paper` and `/index.php` are not. */
export const isFilePath = (pathname: string): boolean => endings.has(endingOf(pathname));

/** What stands behind the last dot of a path's name, in lower-case letters: `pdf` of `/paper.PDF`; empty where it has none. */
export function endingOf(pathname: string): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
