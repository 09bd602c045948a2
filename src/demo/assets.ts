import type { HttpAnswer } from './portal.ts';

const stylesheet = `body { font: 16px/1.5 Georgia, serif; margin: 0 auto; max-width: 70rem; color: #222; }
header, footer { padding: 1rem; background: #eef2f5; }
nav ul, .inline { display: flex; flex-wrap: wrap; gap: 1rem; list-style: none; padding: 0; }
main { padding: 1rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; }
.card { border: 1px solid #ccd; padding: 0 1rem; }
table.listing td { padding: 0.2rem 1rem; border-bottom: 1px solid #ccd; }
aside { float: right; width: 16rem; margin: 0 0 1rem 2rem; background: #f7f7f2; padding: 0 1rem; }
a { color: #1b4f8a; }
`;

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><circle cx="24" cy="24" r="20" fill="#1b4f8a"/></svg>`;

/** Picture of one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const portableDocument =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** End record, which is the complete content of an empty archive. */
const emptyArchive = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

/**
 * Returns the style sheet, pictures and files for download, the same on every portal; `undefined` for any other path.
 */
export function assetAt(path: string): HttpAnswer | undefined {
  if (path === '/style.css') return asset('text/css; charset=utf-8', stylesheet);
  if (path === '/logo.svg') return asset('image/svg+xml', logo);
  if (path.startsWith('/images/') && path.endsWith('.png')) return asset('image/png', picture);
  if (path.startsWith('/files/') && path.endsWith('.pdf')) return asset('application/pdf', portableDocument);
  if (path.startsWith('/files/') && path.endsWith('.zip')) return asset('application/zip', emptyArchive);
  return undefined;
}

/** Makes an answer that a browser may cache for an hour. */
export function asset(contentType: string, body: string | Uint8Array): HttpAnswer {
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'max-age=3600' }, body };
}
