import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from './plain-test.ts';

/** Licences (SPDX) that require only that their notice is kept; CC-BY-4.0 is that of data: a list of browsers. */
const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 CC-BY-4.0 ISC MIT MIT-0 Python-2.0 Unlicense WTFPL Zlib'.split(
    ' ',
  ),
);

const root = join(import.meta.dirname, '..');

/** In npm's form, or in that of old packages: a list, or objects. Any of several may be chosen. */
const declared = z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]);
const manifest = z.object({
  license: z.union([declared, z.array(declared)]).optional(),
  licenses: z.union([declared, z.array(declared)]).optional(),
});
const lock = z.object({
  packages: z.record(z.string(), manifest.extend({ dev: z.boolean().default(false), link: z.boolean().optional() })),
});

const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
/** Packages installed with Forager, by folder: including those of some platforms only. */
const installed = Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && !dev);

/** Choice of licences, from the lock file, or else from the package itself. */
function licencesOf(folder: string, locked: z.infer<typeof manifest>): readonly string[] {
  const file = join(root, folder, 'package.json');
  const own = existsSync(file) ? manifest.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const expressions = [locked.license ?? own.license ?? own.licenses ?? []].flat();
  return expressions.flatMap((expression) => expression.replace(/^\((.*)\)$/, '$1').split(' OR '));
}

test('every package installed with Forager declares a permissive licence', () => {
  expect(installed.length).toBeGreaterThan(100);
  const refused = installed.flatMap(([folder, locked]) => {
    const licences = licencesOf(folder, locked);
    return licences.some((licence) => PERMISSIVE.has(licence)) ? [] : [`${folder}: ${licences.join(' or ') || 'none'}`];
  });
  expect(refused).toEqual([]);
});

test('not all of Crawlee is installed with Forager', () => {
  const folders = installed.map(([folder]) => folder);
  expect(folders).toContain('node_modules/@crawlee/basic');
  for (const name of ['crawlee', '@crawlee/puppeteer', 'idcac-playwright', 'linkedom', 'jsdom'])
    expect(folders).not.toContain(`node_modules/${name}`);
});

test('the full text of the licence in package.json is part of the package', () => {
  const own = z
    .object({ license: z.string(), files: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const text = readFileSync(join(root, 'LICENSE'), 'utf8');
  expect(own.license).toBe('Apache-2.0');
  expect(text).toMatch(/Apache License\s+Version 2\.0, January 2004/);
  expect(text).toMatch(/END OF TERMS AND CONDITIONS/);
  expect(own.files).toContain('LICENSE');
});
