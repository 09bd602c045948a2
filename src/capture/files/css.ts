import { styleAddresses } from '../addresses/style-addresses.ts';
import { decode } from '../encoding/decode.ts';
import type { FileKind } from './file-kind.ts';

/** Style sheets: images, fonts, and imported style sheets. */
export const css: FileKind = {
  name: 'css',
  fits: (contentType) => contentType === 'text/css',
  async *links({ bytes, contentType }) {
    for (const raw of styleAddresses(decode(bytes, contentType).text))
      yield { raw, role: 'embedded', element: 'style' };
  },
};
