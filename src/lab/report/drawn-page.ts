import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { REPORT_STYLE } from './report-style.ts';

/** Points of a curve that are drawn: more than a screen tells apart. */
const MOST_POINTS = 500;

interface DrawnPage {
  /** Nothing of it is escaped: our own words only. */
  readonly title: string;
  /** HTML; our own, too. */
  readonly body: string;
  /** What the script finds as `data`. */
  readonly data: object;
  /** With `Plot` and `data` at hand. */
  readonly script: string;
}

/**
 * A report as one HTML file that needs no network: the data as JSON, and the scripts that draw it (Observable Plot and
 * D3, as their packages have them built). Nothing of the data is written as HTML, `<` is escaped in the JSON, and a policy
 * lets no other script run.
 */
export function drawnPage({ title, body, data, script }: DrawnPage): string {
  const libraries = [buildOf('d3', 'd3.min.js'), buildOf('@observablehq/plot', 'plot.umd.min.js')];
  const own = `"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  ${script}
}`;
  const scripts = [...libraries, own];
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${scripts.map(hashOf).join(' ')}`;
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
${body}
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
${scripts.map((one) => `<script>${one}</script>`).join('\n')}
</html>
`;
}

/** The text of a file in a package's `dist`. */
function buildOf(name: string, file: string): string {
  const main = createRequire(import.meta.url).resolve(name);
  return readFileSync(join(dirname(main), '..', 'dist', file), 'utf8');
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/** Which points of a curve of that length are drawn: the first, the last, and those between closer to one another at its beginning. */
export function drawnPlaces(length: number): Set<number> {
  const last = length - 1;
  if (last < MOST_POINTS) return new Set(Array.from({ length }, (_, at) => at));
  const shares = Array.from({ length: MOST_POINTS }, (_, index) => (index / (MOST_POINTS - 1)) ** 2);
  return new Set(shares.map((share) => Math.round(last * share)));
}
