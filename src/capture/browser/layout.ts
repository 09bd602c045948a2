import { createHash } from 'node:crypto';
import { patternOf } from '../../url/page-pattern.ts';
import { parseUrl } from '../../url/parse.ts';
import type { Layout } from '../explore/technique-yield.ts';

/** Script element; an unclosed one ends with the document. */
const SCRIPT = /<script\b([^<>]*)>(.*?)(?:<\/script|$)/gis;
const HANDLER = /\s(on[a-z]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi;
const PSEUDO = /["']\s*(javascript:[^"']*)/gi;
/** Names, and strings of one word, such as names of events. */
const WORD = /[a-z_$][\w$-]*/gi;
/** String literal, also one that is not closed in its line. */
const TEXT = /"(?:[^"\\\n]|\\.)*("?)|'(?:[^'\\\n]|\\.)*('?)/g;
/** Route of an application in a fragment. */
const ROUTE = /^#!?(?=.*\/)\/?(.*)/s;

/**
 * Returns the layout of a page: the pattern of address and fragment route, and a hash of loaded scripts and of words in
 * inline scripts. Pages with equal layouts react alike to actions.
 *
 * @param source the document as received
 * @param scripts addresses of scripts
 */
export function layoutOf(url: string, source: string, scripts: readonly string[]): Layout | undefined {
  const parsed = parseUrl(url);
  if (!parsed) return undefined;
  const files = scripts.map((script) => script.replace(/[?#].*/s, ''));
  const inline = [...source.matchAll(SCRIPT)].flatMap(([, attributes = '', code = '']) =>
    /(?:^|\s)type\s*=\s*["']?[^\s"'>]*json/i.test(attributes) ? [] : words(code),
  );
  const handlers = [...source.matchAll(HANDLER)].flatMap(([, name = '', code = '']) => [
    name,
    ...words(code.slice(1, -1)),
  ]);
  const pseudo = [...source.matchAll(PSEUDO)].flatMap(([, code = '']) => words(code));
  const features = [files, inline, handlers, pseudo].map((all) => [...new Set(all)].sort().join(' '));
  const digest = createHash('sha1').update(features.join('\n')).digest('hex').slice(0, 12);
  const path = ROUTE.exec(parsed.hash)?.[1];
  const route = path === undefined ? undefined : parseUrl(`/${path}`, parsed.origin);
  return { pattern: `${patternOf(parsed)} ${route ? patternOf(route) : ''}`.trim(), scripts: digest };
}

const words = (code: string): readonly string[] =>
  code
    .replace(TEXT, (text, ...[double, single]: string[]) => {
      const isClosed = Boolean(double || single);
      return !isClosed || /^.[a-z-]{1,20}.$/i.test(text) ? text : '';
    })
    .replace(/\d+/g, '')
    .match(WORD) ?? [];
