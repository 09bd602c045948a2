/** Whether something that often fails is worth another try: after vain ones it rests, longer each time. */
export declare class Tries {
    #private;
    /** @param leastChance share of tries that must do, from 0 to 1, or the next are left undone for a while */
    constructor(leastChance: number);
    /** Whether the next time is to be tried. Counts the times. */
    next(): boolean;
    /** It did. */
    good(): void;
    /** It did not. */
    bad(): void;
}
