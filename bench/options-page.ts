import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionsPage } from '../src/cli/options/options-page.ts';

/** Writes the tables of docs/options.md from the options of each command: `npm run options-page`. */
const page = fileURLToPath(new URL('../../docs/options.md', import.meta.url));
writeFileSync(page, optionsPage(readFileSync(page, 'utf8')));
