import type { LivePage } from '../browser/live-page.ts';
/**
 * The route of the page that is acted on. Acts may lead its application on to other pages: what these show is left to
 * them, and the page is led back.
 */
export declare class Route {
    #private;
    constructor(page: LivePage);
    /** Notes what the page's scripts keep under its address. From now on other routes that they set are links. */
    begin(): Promise<void>;
    /** @param link where the link leads that is pressed next, if one is: that it says itself */
    expect(link: string | undefined): void;
    /** Whether the page showed the address of another one when it was last looked at. */
    get isLeft(): boolean;
    /** Sets the page's own address again and tells its scripts so, as when a reader goes back. */
    back(): Promise<void>;
    /** From now on all is the page's again. */
    end(): void;
}
