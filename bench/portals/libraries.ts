import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BadInput } from '../../src/domain/errors.ts';

/** Libraries of the portals, as used by many sites of 2026: those with files that run in a browser unchanged. */
const versions = {
  '@mui/material': '5.18.0',
  alpinejs: '3.17.5',
  bootstrap: '5.3.9',
  'datatables.net': '2.3.8',
  'datatables.net-dt': '2.3.8',
  docsify: '4.13.1',
  'element-plus': '2.14.8',
  fullcalendar: '6.1.21',
  'htmx.org': '2.0.11',
  jquery: '3.8.0',
  'jquery-ui': '1.14.2',
  jstree: '3.3.17',
  react: '18.3.1',
  'react-dom': '18.3.1',
  'tabulator-tables': '6.5.3',
  vue: '3.5.45',
  'vue-router': '4.6.5',
};

const ARGUMENTS =
  'install --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=2000'.split(
    ' ',
  );
/** Time limit of the installation, in milliseconds. */
const LONGEST = 300_000;

/**
 * Installs the libraries from npm's registry into a folder outside of the repository, if missing. Returns that folder's
 * node_modules.
 *
 * @throws BadInput if npm cannot install them
 */
export async function installLibraries(say: (line: string) => void): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: versions });
  const hash = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `forager-bench-portals-${hash}`);
  if (existsSync(folder)) {
    say(`libraries: those in ${folder}`);
    return join(folder, 'node_modules');
  }
  say(`installs ${Object.keys(versions).length} libraries from npm's registry into ${folder} (about half a minute)`);
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished);
  try {
    await writeFile(join(unfinished, 'package.json'), manifest);
    await promisify(execFile)('npm', [...ARGUMENTS, '--prefix', unfinished], { cwd: unfinished, timeout: LONGEST });
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new BadInput(
      `npm can't install the portals' libraries (${causeOf(error)}): let it reach its registry, once; they are kept`,
    );
  }
  return join(folder, 'node_modules');
}

/** Npm's error message. */
function causeOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /^npm (?:error|ERR!) (.*\S)/m.exec(text)?.[1] ?? text.split('\n', 1)[0] ?? '';
}
