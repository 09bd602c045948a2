export const VIEWPORT = { width: 1280, height: 720 };
/** Nobody sees a headless page as a rule, and drawing it is a good part of its cost: to its scripts it has its full size. */
export const SMALL = 0.05;
/** Height of the view in which all of a page is to be seen, in pixels. */
export const TALL = 15_000;
/** What a page is told of its screen. @param scale how large it is drawn */
export const metrics = (height, scale) => ({
    width: VIEWPORT.width,
    height,
    screenWidth: VIEWPORT.width,
    screenHeight: VIEWPORT.height,
    deviceScaleFactor: 1,
    mobile: false,
    scale,
});
//# sourceMappingURL=viewport.js.map