import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../../domain/errors.ts';
import type { PageFunctions } from '../in-page/our-world.ts';
import { tellingIcons } from '../walk/walk.ts';

/** The world of our own that documents are seen from: their scripts can't reach it. */
export const OUR_WORLD = 'forager';

/** Thrown in a document that began without our functions. */
export const NOT_THERE = 'forager: not there';

/** An expression that is a function of `in-page/our-world.ts`; it throws NOT_THERE in a document that began without. */
export const pageFunction = (name: keyof PageFunctions): string =>
  `(globalThis[Symbol.for('forager')] ?? (() => { throw '${NOT_THERE}'; })()).${name}`;

/** The script that makes them known in our world of a document; it answers true. */
export const pageFunctions = (): string =>
  `((tellingIcons) => {${bundle('our-world')}})(${JSON.stringify(tellingIcons)}); true`;

/**
 * The script of the page's own world of every document, which runs before its scripts; see `in-page/page-world/page-world.ts`.
 *
 * @param errorsHeard errors of a document's console that come to the browser
 */
export const ownWorld = (errorsHeard: number): string => `((errorsHeard) => {${bundle('page-world')}})(${errorsHeard})`;

/** An expression of the page's own world, see `in-page/page-world/global-strings.ts`; the browser can tell that it changes nothing. */
export const stringsOfGlobals = (): string =>
  `((texts) => {${bundle('global-strings')}; return [...texts]})(new Set())`;

const bundles = new Map<string, string>();

/** A script that the build has made for pages, beside what it has made for Node; read once. */
function bundle(name: string): string {
  const known = bundles.get(name);
  if (known !== undefined) return known;
  const here = fileURLToPath(import.meta.url);
  const up = ['..', '..', '..', ...(extname(here) === '.ts' ? ['dist'] : [])];
  try {
    const script = readFileSync(join(dirname(here), ...up, 'in-page', `${name}.js`), 'utf8');
    bundles.set(name, script);
    return script;
  } catch {
    throw new BadInput('the functions that run in pages are not built: npm run build makes them');
  }
}
