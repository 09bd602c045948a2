/** Content types of documents that are read as pages. */
export const DOCUMENT_TYPES = new Set(['text/html', 'application/xhtml+xml']);
