import { styleAddresses } from '../addresses/style-addresses.js';
import { decode } from '../encoding/decode.js';
/** Style sheets: images, fonts, and the style sheets that they import. */
export const css = {
    name: 'css',
    fits: (contentType) => contentType === 'text/css',
    async *links({ bytes, contentType }) {
        for (const raw of styleAddresses(decode(bytes, contentType).text))
            yield { raw, role: 'embedded', element: 'style' };
    },
};
//# sourceMappingURL=css.js.map