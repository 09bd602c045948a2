import { decode } from '../encoding/decode.ts';
import type { FileKind } from './file-kind.ts';

/** Sitemaps as text (sitemaps.org): an address on each line, and nothing else. */
export const textSitemap: FileKind = {
  name: 'sitemap',
  fits: (_, head) => ADDRESS.test(head.split(/\r|\n/, 1)[0]?.trim() ?? ''),
  async *links({ bytes, contentType, isCutOff }) {
    const lines = decode(bytes, contentType).text.split(/\r\n|\r|\n/);
    // The last one may be the beginning of an address.
    if (isCutOff) lines.pop();
    const addresses = lines.map((line) => line.trim()).filter((line) => line !== '');
    if (!addresses.every((address) => ADDRESS.test(address))) return;
    for (const raw of addresses) yield { raw, role: 'link', element: 'line' };
  },
};

const ADDRESS = /^https?:\/\/\S+$/i;
