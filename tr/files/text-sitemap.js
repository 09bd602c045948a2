import { decode } from '../encoding/decode.js';
/** Sitemaps as text (sitemaps.org): an address on each line, and nothing else. */
export const textSitemap = {
    name: 'sitemap',
    fits: (_, head) => ADDRESS.test(head.split(/\r|\n/, 1)[0]?.trim() ?? ''),
    async *links({ bytes, contentType }) {
        const lines = decode(bytes, contentType).text.split(/\r\n|\r|\n/);
        const addresses = lines.map((line) => line.trim()).filter((line) => line !== '');
        if (!addresses.every((address) => ADDRESS.test(address)))
            return;
        for (const raw of addresses)
            yield { raw, role: 'link', element: 'line' };
    },
};
const ADDRESS = /^https?:\/\/\S+$/i;
//# sourceMappingURL=text-sitemap.js.map