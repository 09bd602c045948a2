import { css } from './css.js';
import { feed } from './feed.js';
import { jsonFeed } from './json-feed.js';
import { manifest } from './manifest.js';
import { pdf } from './pdf.js';
import { sitemap } from './sitemap.js';
import { textSitemap } from './text-sitemap.js';
import { xml } from './xml.js';
/** A file is of the first kind that it fits. */
export const fileKinds = [pdf, css, sitemap, feed, jsonFeed, manifest, textSitemap, xml];
/** Content types of files that may bear links; what they are is told by their content. */
const TYPES = new Set(`application/pdf application/x-pdf application/gzip application/x-gzip application/octet-stream binary/octet-stream
  application/json application/xml text/css text/json text/plain text/xml`.split(/\s+/));
export const mayBearLinks = (contentType) => TYPES.has(contentType) || /\+(xml|json)$/.test(contentType);
//# sourceMappingURL=registry.js.map