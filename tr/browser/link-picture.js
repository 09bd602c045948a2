import { CommandFailed } from '../../domain/errors.js';
/** Chromium draws no taller pictures, in pixels: the rest of a page is left out. */
const TALLEST = 16_384;
/** A picture of a whole page as it is drawn now. Nothing is waited for: neither fonts nor style sheets may ever come. @throws CommandFailed if the page is not drawn within so many milliseconds */
export const pictureOf = (cdp, within) => {
    const taken = cdp.send('Page.getLayoutMetrics').then(({ cssContentSize: { width, height } }) => cdp.send('Page.captureScreenshot', {
        format: 'png',
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width: Math.min(width, TALLEST), height: Math.min(height, TALLEST), scale: 1 },
    }));
    return drawnWithin(taken, within);
};
/** The same of what is in view. */
export const pictureOfView = (cdp, within) => drawnWithin(cdp.send('Page.captureScreenshot', { format: 'png' }), within);
async function drawnWithin(taken, within) {
    taken.catch(() => undefined);
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new CommandFailed(`the page was not drawn within ${within / 1000} s`)), within);
    });
    const { data } = await Promise.race([taken, late]).finally(() => clearTimeout(timer));
    return Buffer.from(data, 'base64');
}
/** The same picture with the legend below it, where it covers nothing. */
export async function withLegend(browser, picture, lines) {
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
    }
    finally {
        await context.close();
    }
}
/** Width and height as its header tells them; see https://www.w3.org/TR/png-3/#11IHDR */
export const sizeOf = (png) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });
//# sourceMappingURL=link-picture.js.map