export declare const VIEWPORT: {
    readonly width: 1280;
    readonly height: 720;
};
/** Nobody sees a headless page as a rule, and drawing it is a good part of its cost: to its scripts it has its full size. */
export declare const SMALL = 0.05;
/** Height of the view in which all of a page is to be seen, in pixels. */
export declare const TALL = 15000;
/** What a page is told of its screen. @param scale how large it is drawn */
export declare const metrics: (height: number, scale: number) => {
    width: 1280;
    height: number;
    screenWidth: 1280;
    screenHeight: 720;
    deviceScaleFactor: number;
    mobile: boolean;
    scale: number;
};
