import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../src/capture/browser/chromium.ts';
import { program, serveCrawl } from './serve-child.ts';

/** Path of the picture in README.md. */
const picture = fileURLToPath(new URL('../../docs/pictures/dashboard.png', import.meta.url));
const PAGES = '400';

/** Draws the dashboard of a crawl of the bundled portals, for README.md: `npm run picture`. */
const folder = mkdtempSync(join(tmpdir(), 'forager-picture-'));
const db = join(folder, 'demo.sqlite');
execFileSync(process.execPath, [program, 'demo', '--page-limit', PAGES, '--db', db, '--quiet'], { stdio: 'ignore' });
const served = await serveCrawl(db);
const browser = await launchChromium({ headed: false, hostRules: '', say: console.error });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
await page.goto(served.url);
await page.getByRole('region', { name: 'Found' }).waitFor();
await page.waitForLoadState('networkidle').catch(() => undefined);
await page.screenshot({ path: picture });
await browser.close();
served.end();
rmSync(folder, { recursive: true, force: true });
