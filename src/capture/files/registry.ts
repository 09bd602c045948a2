import { css } from './css.ts';
import { feed } from './feed.ts';
import type { FileKind } from './file-kind.ts';
import { jsonFeed, manifest } from './json-files.ts';
import { pdf } from './pdf.ts';
import { sitemap, textSitemap } from './sitemap.ts';
import { xml } from './xml.ts';

/** Kinds of files; the first matching kind counts. */
export const fileKinds: readonly FileKind[] = [pdf, sitemap, css, feed, jsonFeed, manifest, textSitemap, xml];

/** Content types of files that may contain links; the content decides. */
const TYPES = new Set(
  `application/pdf application/x-pdf application/gzip application/x-gzip application/octet-stream binary/octet-stream
  application/json application/xml text/css text/json text/plain text/xml`.split(/\s+/),
);

export const mayBearLinks = (contentType: string): boolean =>
  TYPES.has(contentType) || /\+(xml|json)$/.test(contentType);
