import { z } from 'zod';
/** Text of a page without what databases refuse: NUL characters and halves of characters, such as a cut leaves. */
export const plainText = z.string().transform((text) => text.replace(/\0|\p{Surrogate}/gu, ''));
//# sourceMappingURL=plain-text.js.map