/**
 * When each host was last asked for a document, over all pages that are being read. The frontier paces visits; what one
 * visit asks for beyond its first request, because scripts, refreshes and redirects lead there, is paced by this.
 */
export declare class DocumentTurns {
    #private;
    /** @param delay milliseconds from one request to a host to the next; hosts as `bareHost` has them */
    constructor(delay: (host: string) => number);
    /** Milliseconds until the host of an address may be asked again. @param since milliseconds since it was last asked */
    wait(url: URL, since?: number | undefined): number;
    /** The host of an address is asked now. */
    asked(url: URL): void;
    /** Its request left so many milliseconds after that: there was a connection to make first. */
    leftLate(url: URL, after: number): void;
    /** Milliseconds since the host of an address was last asked; undefined if it was not. */
    since(url: URL): number | undefined;
    /** When the host of an address was last asked, by a clock that stands at `now`; both in milliseconds since the epoch. */
    askedAt(url: URL, now: number): number;
}
