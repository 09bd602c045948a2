import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BadInput } from '../../domain/errors.ts';
import type { PageFunctions } from '../in-page/our-world.ts';
import { tellingIcons } from '../walk/walk.ts';

/** Name of the isolated world for our functions, which a document's scripts can't reach. */
export const OUR_WORLD = 'forager';

/** Error message in a document without our functions. */
export const NOT_THERE = 'forager: not there';

/** Returns an expression for a function of `in-page/our-world.ts`, which throws NOT_THERE without our functions. */
export const pageFunction = (name: keyof PageFunctions): string =>
  `(globalThis[Symbol.for('forager')] ?? (() => { throw '${NOT_THERE}'; })()).${name}`;

/** Returns the script that adds our functions to our world of a document; its value is true. */
export const pageFunctions = (): string =>
  `((tellingIcons) => {${bundle('our-world')}})(${JSON.stringify(tellingIcons)}); true`;

/**
 * Returns the script that runs before a document's own scripts, see `in-page/page-world/page-world.ts`.
 *
 * @param mostErrors limit of console errors reported for a document
 */
export const ownWorld = (mostErrors: number): string => `((mostErrors) => {${bundle('page-world')}})(${mostErrors})`;

/** Returns an expression for the page's own world without side effects, see `in-page/page-world/global-strings.ts`. */
export const stringsOfGlobals = (): string =>
  `((texts) => {${bundle('global-strings')}; return [...texts]})(new Set())`;

const bundles = new Map<string, string>();

/** Returns a script that the build has made for pages; reads each file once. */
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
