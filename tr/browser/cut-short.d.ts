/** The limit that a page met whose acts an error ended: `cut short`, or where the fault is ours, `fault: …` with its message. */
export declare function cutShortBy(error: unknown): string;
