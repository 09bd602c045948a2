import { z } from 'zod';
import { parseJson } from '../addresses/parse-json.ts';
import { decode } from '../encoding/decode.ts';
import type { OpenedFile } from './file-kind.ts';

/** Whether a file may be JSON. */
export const isJson = (contentType: string, head: string): boolean =>
  /[/+]json$/.test(contentType) && head.startsWith('{');

/** @throws SyntaxError for what is no JSON, or not all of it */
export const jsonIn = ({ bytes, contentType }: OpenedFile): unknown =>
  parseJson(decode(bytes, contentType).text.replace(/^\uFEFF/, ''));

/** Anything but text is as if it were not there. */
export const text = z.string().optional().catch(undefined);

/** A list without what does not fit; empty where there is no list. */
export const listOf = <T extends z.ZodType>(shape: T) =>
  z
    .array(shape.optional().catch(undefined))
    .catch([])
    .default([])
    .transform((items) => items.filter((item) => item !== undefined));
