import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { root } from '../../source-files.ts';

/** An expression with the exports of modules of `src/capture/in-page/`. */
export function moduleOf(...files: readonly string[]): string {
  const contents = files.map((file) => `export * from './${file}';`).join('\n');
  const stdin = { contents, resolveDir: join(root, 'src', 'capture', 'in-page') };
  const { outputFiles } = buildSync({ stdin, bundle: true, write: false, format: 'iife', globalName: 'exported' });
  return `(() => { ${outputFiles[0]?.text}; return exported })()`;
}

/** Result of an in-page function for the element `it` of a page. */
export async function asked(of: string, markup: string, script = ''): Promise<unknown> {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  try {
    const page = await browser.newPage();
    await page.setContent(`<!doctype html><body style="margin: 0">${markup}`);
    return await page.evaluate(`(() => { const it = document.getElementById('it'); ${script}; return (${of})(it) })()`);
  } finally {
    await browser.close();
  }
}
