import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context, Hono } from 'hono';
import { BadInput } from '../domain/errors.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Folder of the built client files, next to those for Node. */
const here = fileURLToPath(import.meta.url);
const folder = join(dirname(here), ...(extname(here) === '.ts' ? ['..', '..', 'dist'] : ['..', '..']), 'dashboard');

/** Serves the page, scripts and styles without a token, as they contain no data of a crawl. */
export function addAssets(app: Hono): void {
  app.get('/', (context) => answer(context, 'index.html'));
  app.get('/:name{[\\w-]+\\.(js|css|svg)}', (context) => answer(context, context.req.param('name')));
}

async function answer(context: Context, name: string): Promise<Response> {
  const type = types[extname(name)];
  const body = await fileOf(name);
  if (type === undefined || body === undefined) return context.json({ error: 'no such page' }, 404);
  return context.body(new Uint8Array(body), 200, { 'content-type': type });
}

async function fileOf(name: string): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, name));
  } catch {
    if (name === 'index.html') throw new BadInput('the dashboard is not built: npm run build makes it');
    return undefined;
  }
}
