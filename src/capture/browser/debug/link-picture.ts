import type { Browser, CDPSession } from 'playwright';
import { CommandFailed } from '../../../domain/errors.ts';
import { withTimeout } from '../../../domain/timeout.ts';
import type { LegendLine } from './draw-links.ts';

/** Largest height in pixels of Chromium's screenshots; longer pages are cut. */
const TALLEST = 16_384;

/**
 * Returns a screenshot of a whole page as drawn now, without waiting for fonts or style sheets, which may never come.
 *
 * @throws CommandFailed if the page is not drawn within `timeout` milliseconds
 */
export const pictureOf = (cdp: CDPSession, timeout: number): Promise<Buffer> => {
  const taken = cdp.send('Page.getLayoutMetrics').then(({ cssContentSize: { width, height } }) =>
    cdp.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width: Math.min(width, TALLEST), height: Math.min(height, TALLEST), scale: 1 },
    }),
  );
  return drawnWithin(taken, timeout);
};

/** Returns a screenshot of the view. */
export const pictureOfView = (cdp: CDPSession, timeout: number): Promise<Buffer> =>
  drawnWithin(cdp.send('Page.captureScreenshot', { format: 'png' }), timeout);

async function drawnWithin(taken: Promise<{ readonly data: string }>, wait: number): Promise<Buffer> {
  const { data } = await withTimeout(wait, taken, () => {
    throw new CommandFailed(`the page was not drawn within ${wait / 1000} s`);
  });
  return Buffer.from(data, 'base64');
}

/** Returns a screenshot with a legend added below. */
export async function withLegend(browser: Browser, picture: Buffer, lines: readonly LegendLine[]): Promise<Buffer> {
  const context = await browser.newContext({ viewport: sizeOf(picture) });
  try {
    const page = await context.newPage();
    const legend = lines.map(({ text, colour }) => `<div style="border-color: ${colour}">${text}</div>`).join('');
    await page.setContent(`<style>
        body { margin: 0; background: white; color: black; font: 13px sans-serif }
        img { display: block }
        main { border-top: 1px solid; padding: 4px 8px }
        main div { border-left: 12px solid; padding-left: 6px; margin: 3px 0 }
      </style><img src="data:image/png;base64,${picture.toString('base64')}"><main>${legend}</main>`);
    return await page.screenshot({ type: 'png', fullPage: true });
  } finally {
    await context.close();
  }
}

/** Returns the width and height in a PNG header; see https://www.w3.org/TR/png-3/#11IHDR */
export const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
