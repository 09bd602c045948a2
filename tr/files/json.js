import { z } from 'zod';
import { parseJson } from '../addresses/parse-json.js';
import { decode } from '../encoding/decode.js';
/** Whether a file may be JSON. */
export const isJson = (contentType, head) => /[/+]json$/.test(contentType) && head.startsWith('{');
/** @throws SyntaxError for what is no JSON, or not all of it */
export const jsonIn = ({ bytes, contentType }) => parseJson(decode(bytes, contentType).text.replace(/^\uFEFF/, ''));
/** Anything but text is as if it were not there. */
export const text = z.string().optional().catch(undefined);
/** A list without what does not fit; empty where there is no list. */
export const listOf = (shape) => z
    .array(shape.optional().catch(undefined))
    .catch([])
    .default([])
    .transform((items) => items.filter((item) => item !== undefined));
//# sourceMappingURL=json.js.map