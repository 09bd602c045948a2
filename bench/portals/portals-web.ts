import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { childArguments, printLine } from '../run-child.ts';
import { portalOf, typed } from './portal.ts';
import { libraryPortals } from './registry.ts';

/**
 * Serves the portals until standard input ends, and the libraries' files. Prints its address, and the links of each
 * page.
 */
const { folder } = childArguments(z.object({ folder: z.string() }));

const types = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
]);

const library = (path: string) => {
  const type = types.get(path.replace(/^.*\./, ''));
  if (type === undefined || normalize(path) !== path || path.startsWith('.')) return undefined;
  return typed(type, readFileSync(join(folder, path)), { 'cache-control': 'max-age=31536000, immutable' });
};

const server = await serveDemo({ portals: libraryPortals.map((portal) => portalOf(portal, library)) });
printLine({
  hostRules: server.hostRules,
  portals: libraryPortals.map(({ name, libraries, links }) => ({ name, libraries, links: [...links] })),
});
process.stdin.resume().once('close', () => void server.close());
